// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "harness/base/encoding.h"
#include "harness/engine/audit.h"
#include "harness/engine/step_view.h"

namespace harness {
namespace {

constexpr std::size_t kShownStderrBytes = 2000;

// The launch and the place in it of one step; null where it never ran.
const ProbeAnswer* AnswerFor(const Script& script, const Observations& seen, std::size_t step) {
  for (std::size_t i = 0; i < script.launches.size() && i < seen.launches.size(); ++i) {
    const auto& steps = script.launches[i].steps;
    const auto at = std::find(steps.begin(), steps.end(), step);
    if (at == steps.end()) continue;
    return seen.launches[i].reached ? &seen.launches[i].output.answers[static_cast<std::size_t>(at - steps.begin())] : nullptr;
  }
  return nullptr;
}

const LaunchObservation* LaunchOf(const Script& script, const Observations& seen, std::size_t step) {
  for (std::size_t i = 0; i < script.launches.size() && i < seen.launches.size(); ++i) {
    if (std::find(script.launches[i].steps.begin(), script.launches[i].steps.end(), step) != script.launches[i].steps.end()) {
      return seen.launches[i].reached ? &seen.launches[i] : nullptr;
    }
  }
  return nullptr;
}

// A command line for a reader: arguments that only their length matters of would fill a report.
std::vector<std::string> Shown(const std::vector<std::string>& argv) {
  constexpr std::size_t kLongestWord = 8'192;
  constexpr std::size_t kMostBytes = 65'536;
  std::vector<std::string> shown;
  std::size_t bytes = 0;
  for (const std::string& word : argv) {
    if (bytes > kMostBytes) {
      shown.push_back("... " + std::to_string(argv.size() - shown.size()) + " more words");
      break;
    }
    shown.push_back(word.size() > kLongestWord ? word.substr(0, 64) + "... " + std::to_string(word.size()) + " bytes" : word);
    bytes += shown.back().size();
  }
  return shown;
}

LaunchEvidence EvidenceOf(const LaunchObservation& launch) {
  // On a terminal the two streams are one.
  const std::string& err = launch.result.err.empty() && !launch.output.token_came_back ? launch.result.out : launch.result.err;
  const std::size_t start = err.size() > kShownStderrBytes ? err.size() - kShownStderrBytes : 0;
  return {Shown(launch.result.argv),    launch.result.ending,   launch.result.duration_ms,
          launch.output.token_came_back, launch.output.finished, Printable(err.substr(start)), launch.result.limit};
}

const std::string& InputOf(const Script& script, std::size_t step) {
  static const std::string kNone;
  for (const ScriptLaunch& launch : script.launches) {
    if (std::find(launch.steps.begin(), launch.steps.end(), step) != launch.steps.end()) return launch.input;
  }
  return kNone;
}

// What the step would give away.
std::optional<Secret> SecretFor(const Verb& verb, const std::map<std::string, std::string>& arguments, const Stage& stage,
                                const Sentinel* sentinel) {
  if (verb.name == "env.read" || verb.name == "env.find") return stage.SecretOfVariable(arguments.at("name"));
  if (verb.name == "fd.accept") return stage.SecretOfObject(StageItem::Kind::kOpenSocket, "listening");
  if (verb.name == "fd.receive") return stage.SecretOfObject(StageItem::Kind::kOpenSocket, "connected");
  if (verb.name == "ipc.read") return stage.SecretOfObject(StageItem::Kind::kIpc, arguments.at("kind"));
  if (verb.name == "proc.find" && sentinel != nullptr) return sentinel->SecretIn("cmdline");
  if (verb.name == "proc.read" && sentinel != nullptr) return sentinel->SecretIn(arguments.at("what"));
  const auto path = verb.arguments.empty() ? arguments.end() : arguments.find(verb.arguments.front().name);
  return path == arguments.end() ? std::nullopt : stage.SecretOf(path->second, verb.name != "file.readlink");
}

}  // namespace

LegEvidence Observe(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets,
                    const std::vector<Secret>& secrets, const Policy& policy, const Observations& seen,
                    Auditing auditing) {
  LegEvidence evidence;
  evidence.session = seen.session;
  evidence.teardown_ms = seen.teardown_ms;
  for (const LaunchObservation& launch : seen.launches) {
    if (launch.reached) evidence.launches.push_back(EvidenceOf(launch));
  }
  const std::vector<TreeChange> changes = Diff(seen.before, seen.after);
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const auto session = seen.session_steps.find(i);
    const StepView view{i, scenario.steps[i], script.steps[i], targets[i], AnswerFor(script, seen, i),
                        LaunchOf(script, seen, i), InputOf(script, i), changes, policy, seen,
                        session == seen.session_steps.end() ? nullptr : &session->second};
    StepEvidence step;
    step.dead_witness = DeadWitness(view);
    if (step.dead_witness.empty()) step.witnesses = WitnessesOf(view);
    if (view.answer != nullptr) step.probe = view.answer->record;
    if (view.session != nullptr && view.session->outcome == Outcome::kHappened) step.probe = ProbeRecord{};
    if (view.session != nullptr) step.refusal = view.session->refusal;
    if (view.launch != nullptr) step.limit = view.launch->result.limit;
    if (view.step.verb->witness == WitnessKind::kValue) step.value = ValueOf(view);
    // A step that ends the launch leaves no record; that it was reached is what can be known.
    if (!step.probe && view.answer != nullptr && view.answer->begun && view.step.verb->ends_launch) {
      step.probe = ProbeRecord{};
    }
    evidence.steps.push_back(std::move(step));
  }
  if (auditing == Auditing::kAll) {
    evidence.findings = FindUnaccounted(scenario, script, targets, secrets, policy, seen, changes);
  }
  return evidence;
}

std::vector<StepTarget> FindTargets(const Scenario& scenario, const Script& script, const Stage& stage,
                                    const Sentinel* sentinel) {
  std::vector<StepTarget> targets;
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const Verb& verb = *scenario.steps[i].verb;
    const auto& arguments = script.steps[i].arguments;
    StepTarget target;
    for (const Argument& argument : verb.arguments) {
      const auto value = arguments.find(argument.name);
      if (value == arguments.end() || !(argument.changes || verb.witness == WitnessKind::kCensus)) continue;
      std::error_code ignored;
      const std::filesystem::path path(value->second);
      const bool follow = !verb.names_the_entry;
      target.changes.push_back(follow ? std::filesystem::weakly_canonical(path, ignored).string()
                                      : (std::filesystem::weakly_canonical(path.parent_path(), ignored) / path.filename()).string());
    }
    if (verb.name == "run.script") {
      const auto within = arguments.find("within");
      target.covered.push_back(within == arguments.end() ? stage.variables().at("workspace") : within->second);
    }
    if (verb.witness == WitnessKind::kSecret) target.secret = SecretFor(verb, arguments, stage, sentinel);
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace harness
