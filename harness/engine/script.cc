// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/script.h"

#include <algorithm>
#include <cstdlib>

#include "harness/base/nonce.h"
#include "harness/model/argument_words.h"
#include "harness/stage/ipc_objects.h"

namespace harness {
namespace {

bool HasArgument(const Verb& verb, const char* name) {
  return std::any_of(verb.arguments.begin(), verb.arguments.end(), [&](const Argument& one) { return one.name == name; });
}

ScriptStep Expanded(const Step& step, const ScriptContext& context) {
  ScriptStep out{MakeNonce(), {}};
  Variables variables = context.variables;
  variables["nonce"] = out.nonce;
  for (const auto& [name, value] : step.arguments) out.arguments[name] = Expand(value, variables);
  for (const char* name : {"content", "body", "target"}) {
    if (HasArgument(*step.verb, name)) out.arguments.try_emplace(name, out.nonce);
  }
  return out;
}

// What the probe has to be told beyond the scenario's own words.
ProbeStep ForProbe(const Step& step, const ScriptStep& script, const ScriptContext& context) {
  ProbeStep probe{step.verb->name, {script.arguments.begin(), script.arguments.end()}};
  if (step.verb->witness == WitnessKind::kLedger || step.verb->witness == WitnessKind::kCensus ||
      step.verb->witness == WitnessKind::kTerminal || step.verb->name == "stdio.tail") {
    probe.arguments.emplace_back("nonce", script.nonce);
  }
  const std::string& verb = step.verb->name;
  if (verb == "dns.lookup" && !context.name_server.empty() && !script.arguments.contains("server")) {
    probe.arguments.emplace_back("server", context.name_server);
  }
  if (verb == "proc.signal" || verb == "proc.read" || verb == "proc.reach") {
    probe.arguments.emplace_back("pid", std::to_string(context.sentinel_pid));
  }
  if (verb == "proc.find") probe.arguments.emplace_back("nonce", context.sentinel_nonce);
  if (verb == "ipc.read") probe.arguments.emplace_back("key", std::to_string(context.ipc_key));
  if (verb == "ipc.make") probe.arguments.emplace_back("key", std::to_string(IpcKeyOf(script.nonce)));
  return probe;
}

// In another order of rows and columns than any default has.
constexpr TerminalSize kOtherSize = {40, 120};

std::vector<AtTerminal> AtTerminalFor(const Step& step) {
  if (step.verb->name == "tty.resize") return {{kOtherSize, {}}};
  if (step.verb->name == "tty.ask") return {{{}, "typed by a person\n"}};
  // Interrupt, quit and suspend, by a new terminal's settings (termios(3)).
  if (step.verb->name == "tty.signals") return {{{}, "\x03"}, {{}, "\x1c"}, {{}, "\x1a"}};
  return {};
}

// A close is about what runs then, a further launch about none that is over.
bool KeepsRunning(const Step& step) { return step.verb->needs_running || step.verb->name == "session.close"; }

// What stands in the command line for nothing but to be seen there.
std::vector<std::string> WordsFor(const Step& step) {
  return step.verb->name == "self.arguments" ? ArgumentWords(step.arguments.at("words")) : std::vector<std::string>{};
}

std::string InputFor(const Step& step) {
  const auto bytes = step.arguments.find("bytes");
  if (step.verb->witness != WitnessKind::kStdout || bytes == step.arguments.end()) return {};
  return RandomBytes(std::strtoul(bytes->second.c_str(), nullptr, 10));
}

}  // namespace

Script WriteScript(const Scenario& scenario, const ScriptContext& context) {
  Script script;
  script.carrier = context.carrier;
  bool open = false;
  std::vector<std::vector<ProbeStep>> probe_steps;
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const Step& step = scenario.steps[i];
    script.steps.push_back(Expanded(step, context));
    if (step.verb->side == VerbSide::kFault) continue;
    if (step.verb->side == VerbSide::kSession) {
      if (open) script.launches.back().stays = KeepsRunning(step);
      script.acts.push_back({ScriptAct::Kind::kSession, i});
      open = false;
      continue;
    }
    if (!open || step.verb->own_launch) {
      script.acts.push_back({ScriptAct::Kind::kLaunch, script.launches.size()});
      script.launches.push_back({MakeNonce(), {}, {}, InputFor(step)});
      probe_steps.emplace_back();
    }
    script.launches.back().steps.push_back(i);
    for (AtTerminal& one : AtTerminalFor(step)) script.launches.back().at_terminal.push_back(std::move(one));
    probe_steps.back().push_back(ForProbe(step, script.steps.back(), context));
    open = !step.verb->ends_launch && !step.verb->own_launch && !IsCall(context.surface);
  }
  for (std::size_t i = 0; i < script.launches.size(); ++i) {
    ScriptLaunch& launch = script.launches[i];
    launch.argv = ProbeCommand(context.carrier, launch.token, context.resolve, WordsFor(scenario.steps[launch.steps.front()]),
                               probe_steps[i], launch.stays);
  }
  return script;
}

}  // namespace harness
