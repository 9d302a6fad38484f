// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "fixtures/servers/ledger.h"
#include "harness/adapter/adapter.h"
#include "harness/arena/census.h"
#include "harness/base/result.h"
#include "harness/engine/peak_watch.h"
#include "harness/engine/probe_protocol.h"
#include "harness/engine/script.h"
#include "harness/stage/sentinel.h"
#include "harness/stage/snapshot.h"
#include "harness/stage/stage.h"

namespace harness {

// Everything that was seen during one leg, raw.

struct ServerObservation {
  std::string name;                         // "evil4"
  bool is_target = false;                   // a step is meant to reach it
  std::vector<servers::Contact> contacts;   // since the leg began
  std::size_t accepted = 0;                 // connections since the leg began
  std::vector<std::string> reached_as;      // host:port and address:port, as a policy's list has them
  std::string dead;                         // not empty: it did not answer before or after the leg, and why
};

struct LaunchObservation {
  bool reached = false;
  LaunchResult result;
  ProbeOutput output;
  Peak peak;  // of a launch whose step is about a limit; nothing otherwise
};

// What came of one step of a session.
struct SessionObservation {
  bool performed = false;  // it could be tried at all
  Outcome outcome = Outcome::kUnknown;
  std::string detail;      // what was seen, in a sentence without a final stop
  std::string refusal;     // not empty: it was refused, loudly, and how
};

struct Observations {
  SessionEvidence session;
  std::vector<LaunchObservation> launches;  // one for each of the script's
  std::map<std::size_t, SessionObservation> session_steps;  // by the step
  // From the end of the last launch, or of the last step that ends one, until no process was left; under a control, what the
  // harness itself took to end everything.
  double teardown_ms = 0;
  Snapshot before;
  Snapshot after;
  std::vector<ServerObservation> servers;
  std::vector<std::string> packets;  // that reached the internet and none of its servers, see PacketWatch
  std::vector<ProcessInfo> survivors;
  std::vector<int> signals;      // that the sentinel got
  std::string dead_sentinel;     // not empty: it is dead, and why
  std::string kernel_residue;    // not empty: what was left in the kernel, see DescribeDifference
  std::map<std::string, std::string> heartbeats;  // by the file: how one went on after the session was closed
  std::optional<std::size_t> zombies;             // while a launch ran; none: nobody looked
  std::set<std::size_t> ipc_left;  // the steps whose IPC object is there after the session was closed
};

// What a step's path means on the stage, looked up before anything ran.
struct StepTarget {
  std::optional<Secret> secret;      // that the step would give away
  std::vector<std::string> covered;  // directories in which it may change whatever is granted
  std::vector<std::string> changes;  // the entries, as the snapshots name them, that it would change
};

// Looks up the targets of a scenario's steps on its stage, and at the sentinel where there is one. The caller's working directory must be the workspace.
std::vector<StepTarget> FindTargets(const Scenario& scenario, const Script& script, const Stage& stage,
                                    const Sentinel* sentinel);

// Whether to look for what no step accounts for. Under a control nothing would come of it.
enum class Auditing { kNothing, kAll };

// Turns what was seen into evidence: for each step what its outside witnesses say, and what was seen that no step
// accounts for. `policy` is what was requested. Pure.
LegEvidence Observe(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets,
                    const std::vector<Secret>& secrets, const Policy& policy, const Observations& seen,
                    Auditing auditing);

}  // namespace harness
