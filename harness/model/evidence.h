// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/launch.h"
#include "harness/model/policy.h"

namespace harness {

// What was seen. Evidence holds no opinion: the judge turns it into a verdict.

enum class Outcome {
  kHappened,     // the thing that the step is about took place
  kNotHappened,  // it did not
  kUnknown,      // this witness cannot say
};
std::string Describe(Outcome outcome);

// One outside witness of one step.
struct Witness {
  std::string name;    // "tree", "server ledger"
  Outcome outcome = Outcome::kUnknown;
  std::string detail;  // what it saw, in a sentence without a final stop
};

// What the probe inside says of one step.
struct ProbeRecord {
  enum class Result {
    kDone,    // every call succeeded
    kFailed,  // `call` failed with `errno_number`
    kKilled,  // the step's own process died of `signal`
  };
  Result result = Result::kDone;
  std::string call;
  int errno_number = 0;
  int signal = 0;
  std::string detail;  // anything else that it reported, printable
};
std::string Describe(const ProbeRecord& record);

struct StepEvidence {
  std::optional<ProbeRecord> probe;  // none: nothing came back for this step
  std::vector<Witness> witnesses;    // the first decides
  // Not empty: an outside witness of this step was dead before or after the case, and why.
  std::string dead_witness;
  // Of a step on a session. Not empty: it was refused, loudly, and how.
  std::string refusal;
  std::string limit{};  // of its launch
  // Of a step that tells what the program sees: byte for byte what it told. None where it told nothing.
  std::optional<std::string> value;
};

struct LaunchEvidence {
  std::vector<std::string> argv;
  Ending ending = Exited{0};
  double duration_ms = 0;
  bool token_came_back = false;
  bool finished = false;      // the probe reported its own end, or ended as the steps asked
  std::string stderr_tail;    // printable
  std::string limit{};        // of the policy, that ended it or a part of it, as whoever keeps it says: "memory"
};

// How a session came to be.
struct SessionEvidence {
  enum class State {
    kOpened,
    kRefused,  // the adapter cannot enforce `part` of the policy and says so before anything runs
    kFailed,   // the sandbox could not be set up at step `part`
  };
  State state = State::kOpened;
  std::string part;
  std::string why;
  Policy declared;  // what the session says is in force; with kOpened
};

// Something that an outside witness saw and that no step accounts for.
struct Finding {
  enum class Kind {
    kChange,    // a directory outside of every grant changed
    kLeak,      // a secret left the sandbox
    kContact,   // a server was reached
    kSurvivor,  // a process is still there
    kResidue,   // something is left where the session ran
  };
  Kind kind = Kind::kChange;
  std::string detail;
};
std::string Describe(Finding::Kind kind);

// One case under one adapter: the subject, or one of the two controls.
struct LegEvidence {
  SessionEvidence session;
  std::vector<LaunchEvidence> launches;
  std::vector<StepEvidence> steps;  // one for each step of the scenario
  std::vector<Finding> findings;
  double duration_ms = 0;
  // How long it took after everything was closed until no process was left. Under noop, how long the harness itself took to end
  // what was left: the measure of what this host can do.
  double teardown_ms = 0;
  std::string unstable;       // not empty: repetitions disagree, and where
  std::string harness_error;  // not empty: the harness could not do its work here, and why
};

struct CaseEvidence {
  LegEvidence subject;
  LegEvidence noop;
  LegEvidence void_leg;
  Policy requested;             // the meet of operator and project, expanded
  std::string harness_error;    // not empty: nothing of the above can be relied on
  double duration_ms = 0;
};

}  // namespace harness
