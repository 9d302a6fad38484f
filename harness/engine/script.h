// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/engine/probe_protocol.h"
#include "harness/model/policy.h"
#include "harness/model/scenario.h"
#include "harness/process/terminal.h"

namespace harness {

// A scenario made ready for one leg: every variable replaced, every nonce made, steps grouped into launches. Pure, but
// for the nonces that it makes.

struct ScriptStep {
  std::string nonce;
  std::map<std::string, std::string> arguments;  // expanded, with the verb's defaults filled in
};

// What whoever sits in front of a terminal does next.
struct AtTerminal {
  std::optional<TerminalSize> resize;
  std::string type;
};

struct ScriptLaunch {
  std::string token;
  std::vector<std::size_t> steps;  // indexes into the scenario's
  std::vector<std::string> argv;
  std::string input;
  std::vector<AtTerminal> at_terminal{};  // one for each time that the probe tells that it is ready
  bool stays = false;  // a session's verb behind it needs it running
};

// What is done next: one launch, or one step of a session.
struct ScriptAct {
  enum class Kind { kLaunch, kSession };
  Kind kind = Kind::kLaunch;
  std::size_t index = 0;  // of the launch, or of the step
};

struct Script {
  std::vector<ScriptStep> steps;  // one for each step of the scenario, faults among them
  std::vector<ScriptLaunch> launches;
  std::vector<ScriptAct> acts;  // in their order
  std::vector<std::string> carrier;  // the context's
};

// What a leg brings to its steps.
struct ScriptContext {
  Surface surface = Surface::kExec;
  std::vector<std::string> carrier;            // the command line that performs steps, without them
  Variables variables;                         // the stage's and the servers'
  std::map<std::string, std::string> resolve;  // see ProbeCommand
  std::string name_server;                     // where dns.lookup goes; empty: where resolv.conf(5) says
  pid_t sentinel_pid = 0;
  std::string sentinel_nonce;
  int ipc_key = 0;                             // of the stage's objects
};

Script WriteScript(const Scenario& scenario, const ScriptContext& context);

}  // namespace harness
