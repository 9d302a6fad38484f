// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "harness/base/encoding.h"
#include "harness/engine/audit.h"
#include "harness/engine/observations.h"
#include "harness/model/signal_names.h"

namespace harness {
namespace {

constexpr std::size_t kShownStderrBytes = 2000;

bool ChangesTheTree(const Verb& verb) {
  return std::any_of(verb.arguments.begin(), verb.arguments.end(), [](const Argument& one) { return one.changes; });
}

bool IsAny(const std::vector<std::string>& list, const std::string& path) {
  return std::find(list.begin(), list.end(), path) != list.end();
}

// The launch and the place in it of one step; null where it never ran.
const ProbeAnswer* AnswerFor(const Script& script, const Observations& seen, std::size_t step) {
  for (std::size_t i = 0; i < script.launches.size() && i < seen.launches.size(); ++i) {
    const auto& steps = script.launches[i].steps;
    const auto at = std::find(steps.begin(), steps.end(), step);
    if (at != steps.end()) return &seen.launches[i].output.answers[static_cast<std::size_t>(at - steps.begin())];
  }
  return nullptr;
}

const LaunchObservation* LaunchOf(const Script& script, const Observations& seen, std::size_t step) {
  for (std::size_t i = 0; i < script.launches.size() && i < seen.launches.size(); ++i) {
    if (std::find(script.launches[i].steps.begin(), script.launches[i].steps.end(), step) != script.launches[i].steps.end()) {
      return &seen.launches[i];
    }
  }
  return nullptr;
}

// Everything that the witnesses of one step need.
struct StepView {
  const Step& step;
  const ScriptStep& script;
  const StepTarget& target;
  const ProbeAnswer* answer;        // may be null
  const LaunchObservation* launch;  // may be null
  const std::string& input;         // of its launch
  const std::vector<TreeChange>& changes;
  const Observations& seen;
};

// An effect on several entries, such as a rename, happened if it happened to all. Where it must not happen, a part of it
// is already too much.
Outcome OutcomeOf(std::size_t touched, std::size_t expected, Expectation::Kind kind) {
  if (touched == 0) return Outcome::kNotHappened;
  return touched == expected || kind == Expectation::Kind::kDenied ? Outcome::kHappened : Outcome::kNotHappened;
}

// What is written into an existing file stands beside what was there before; a new or truncated file holds nothing else.
bool HoldsWhatWasWritten(const Verb& verb, const std::string& content, const std::string& written) {
  const bool keeps_more = verb.name == "file.append" || verb.name == "file.overwrite";
  return keeps_more ? content.find(written) != std::string::npos : content == written;
}

Witness TreeWitness(const StepView& view, const Snapshot& after) {
  Witness witness{"tree", Outcome::kNotHappened, {}};
  std::size_t touched = 0;
  for (const TreeChange& change : view.changes) {
    if (!IsAny(view.target.changes, change.path)) continue;
    ++touched;
    witness.detail += (witness.detail.empty() ? "" : "; ") + Describe(change);
  }
  witness.outcome = OutcomeOf(touched, view.target.changes.size(), view.step.expect.kind);
  if (touched == 0) witness.detail = Printable(view.target.changes.front()) + " is as it was";
  const auto content = view.script.arguments.find("content");
  const auto entry = after.entries.find(view.target.changes.front());
  const bool writes = content != view.script.arguments.end() && view.step.verb->name != "file.setxattr";
  if (witness.outcome == Outcome::kHappened && writes && view.step.expect.kind == Expectation::Kind::kAllowed &&
      (entry == after.entries.end() || !HoldsWhatWasWritten(*view.step.verb, entry->second.content, content->second))) {
    witness.outcome = Outcome::kNotHappened;
    witness.detail += ", but it does not hold what was written";
  }
  return witness;
}

// Where a copy would have put the secret.
std::string CopiedContent(const StepView& view) {
  for (const std::string& path : view.target.changes) {
    const auto entry = view.seen.after.entries.find(path);
    if (entry != view.seen.after.entries.end()) return entry->second.content;
  }
  return {};
}

Witness SecretWitness(const StepView& view) {
  Witness witness{"secret scan", Outcome::kNotHappened, {}};
  const std::string& name = view.target.secret->name;
  const SecretScan scan({*view.target.secret});
  if (ChangesTheTree(*view.step.verb)) {
    if (!scan.Find(CopiedContent(view)).empty()) {
      return {"secret scan", Outcome::kHappened, "the secret of " + Printable(name) + " is in the copy"};
    }
    witness.detail = "the secret of " + Printable(name) + " is not in the copy";
    return witness;
  }
  if (view.answer != nullptr && !scan.Find(view.answer->data).empty()) {
    return {"secret scan", Outcome::kHappened, "the secret of " + Printable(name) + " came out"};
  }
  witness.detail = "the secret of " + Printable(name) + " did not come out";
  return witness;
}

bool IsKnock(const Step& step) { return step.verb->name == "net.knock"; }

// A knock leaves no nonce, so it goes to a server that nothing else is sent to.
Witness KnockWitness(const StepView& view) {
  for (const ServerObservation& server : view.seen.servers) {
    if (server.name == "knock4" && server.accepted > 0) {
      return {"server ledger", Outcome::kHappened, server.name + " accepted " + std::to_string(server.accepted) + " connection(s)"};
    }
  }
  return {"server ledger", Outcome::kNotHappened, "knock4 accepted no connection"};
}

Witness LedgerWitness(const StepView& view) {
  if (IsKnock(view.step)) return KnockWitness(view);
  for (const ServerObservation& server : view.seen.servers) {
    for (const servers::Contact& contact : server.contacts) {
      if (contact.nonce != view.script.nonce) continue;
      return {"server ledger", Outcome::kHappened,
              contact.server + " has " + Printable(contact.method + " " + contact.target) + " from " + contact.peer +
                  " with the step's nonce"};
    }
  }
  return {"server ledger", Outcome::kNotHappened, "no server has seen the step's nonce"};
}

Witness CensusWitness(const StepView& view) {
  if (view.seen.survivors.empty()) return {"process census", Outcome::kNotHappened, "no process was left"};
  std::string detail;
  for (const ProcessInfo& process : view.seen.survivors) detail += (detail.empty() ? "still there: " : ", ") + Describe(process);
  return {"process census", Outcome::kHappened, detail};
}

Witness SentinelWitness(const StepView& view) {
  if (view.seen.signals.empty()) return {"sentinel", Outcome::kNotHappened, "the sentinel got no signal"};
  return {"sentinel", Outcome::kHappened, "the sentinel got " + SignalName(view.seen.signals.front())};
}

bool EndedAs(const Ending& ending, const Expectation& expect) {
  if (expect.kind == Expectation::Kind::kExit) return ending == Ending(Exited{expect.value});
  // A launcher that waits for the program reports its death the way shells do (POSIX.1-2017, 2.8.2).
  return ending == Ending(Signaled{expect.value}) || ending == Ending(Exited{128 + expect.value});
}

Witness EndingWitness(const StepView& view) {
  if (view.launch == nullptr) return {"ending", Outcome::kUnknown, "it was not launched"};
  const bool reached = view.answer != nullptr && view.answer->begun;
  const bool as_expected = reached && EndedAs(view.launch->result.ending, view.step.expect);
  return {"ending", as_expected ? Outcome::kHappened : Outcome::kNotHappened,
          "the launch ended with " + Describe(view.launch->result.ending) +
              (reached ? "" : ", before the step was reached")};
}

Witness StdoutWitness(const StepView& view) {
  const std::string raw = view.answer == nullptr ? std::string() : view.answer->raw;
  const bool same = view.answer != nullptr && raw == view.input;
  return {"output bytes", same ? Outcome::kHappened : Outcome::kNotHappened,
          std::to_string(view.input.size()) + " bytes went in, " + std::to_string(raw.size()) + " came out" +
              (same ? ", the same" : (raw.size() == view.input.size() ? ", others" : ""))};
}

Witness RunWitness(const StepView& view) {
  for (const LaunchObservation& launch : view.seen.launches) {
    if (launch.output.token_came_back) return {"trace of a run", Outcome::kHappened, "the launch's token came back"};
  }
  if (!view.changes.empty()) {
    return {"trace of a run", Outcome::kHappened, "no token came back, but " + Describe(view.changes.front())};
  }
  return {"trace of a run", Outcome::kNotHappened, "no token came back and nothing changed"};
}

std::vector<Witness> WitnessesOf(const StepView& view) {
  switch (view.step.verb->witness) {
    case WitnessKind::kTree: return {TreeWitness(view, view.seen.after)};
    case WitnessKind::kSecret: return {SecretWitness(view)};
    case WitnessKind::kLedger: return {LedgerWitness(view)};
    case WitnessKind::kSentinel: return {SentinelWitness(view)};
    case WitnessKind::kEnding: return {EndingWitness(view)};
    case WitnessKind::kStdout: return {StdoutWitness(view)};
    case WitnessKind::kRun: return {RunWitness(view)};
    case WitnessKind::kCensus: break;
  }
  const bool beats = !view.seen.heartbeat_growth.empty();
  return {CensusWitness(view),
          {"heartbeat", beats ? Outcome::kHappened : Outcome::kNotHappened,
           beats ? view.seen.heartbeat_growth : "the heartbeat has stopped"}};
}

// Why no outside witness could have seen this step.
std::string DeadWitness(const StepView& view) {
  const Verb& verb = *view.step.verb;
  if (ChangesTheTree(verb)) {
    for (const std::string& path : view.target.changes) {
      const std::string parent = std::filesystem::path(path).parent_path().string();
      if (!view.seen.before.entries.contains(path) && !view.seen.before.entries.contains(parent)) {
        return "no snapshot covers " + Printable(path);
      }
    }
  }
  if (verb.witness == WitnessKind::kTree && view.target.changes.empty()) return "the step names no path";
  if (verb.witness == WitnessKind::kSecret && !view.target.secret) return "what the step reads holds no secret";
  if (verb.witness == WitnessKind::kLedger) {
    bool any = false;
    for (const ServerObservation& server : view.seen.servers) {
      if (!server.dead.empty()) return server.name + ": " + server.dead;
      any = any || server.is_target;
    }
    if (!any) return "no server of the internet is at the other end";
  }
  if (verb.witness == WitnessKind::kSentinel) return view.seen.dead_sentinel;
  return {};
}

LaunchEvidence EvidenceOf(const LaunchObservation& launch) {
  const std::string& err = launch.result.err;
  const std::size_t start = err.size() > kShownStderrBytes ? err.size() - kShownStderrBytes : 0;
  return {launch.result.argv,           launch.result.ending,   launch.result.duration_ms,
          launch.output.token_came_back, launch.output.finished, Printable(err.substr(start))};
}

const std::string& InputOf(const Script& script, std::size_t step) {
  static const std::string kNone;
  for (const ScriptLaunch& launch : script.launches) {
    if (std::find(launch.steps.begin(), launch.steps.end(), step) != launch.steps.end()) return launch.input;
  }
  return kNone;
}

}  // namespace

LegEvidence Observe(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets,
                    const std::vector<Secret>& secrets, const Policy& policy, const Observations& seen,
                    Auditing auditing) {
  LegEvidence evidence;
  evidence.session = seen.session;
  for (const LaunchObservation& launch : seen.launches) evidence.launches.push_back(EvidenceOf(launch));
  const std::vector<TreeChange> changes = Diff(seen.before, seen.after);
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const StepView view{scenario.steps[i],        script.steps[i],   targets[i], AnswerFor(script, seen, i),
                        LaunchOf(script, seen, i), InputOf(script, i), changes,    seen};
    StepEvidence step;
    step.dead_witness = DeadWitness(view);
    if (step.dead_witness.empty()) step.witnesses = WitnessesOf(view);
    if (view.answer != nullptr) step.probe = view.answer->record;
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
                                    const std::string& sentinel_nonce) {
  // These name an entry itself; every other verb goes through a link at the end of its path.
  static const std::vector<std::string> kNoFollow = {"file.create",  "file.unlink", "file.mkdir",    "file.rmdir",
                                                     "file.mkfifo",  "file.symlink", "file.link",    "file.rename",
                                                     "file.readlink", "file.copy"};
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
      const bool follow = !IsAny(kNoFollow, verb.name);
      target.changes.push_back(follow ? std::filesystem::weakly_canonical(path, ignored).string()
                                      : (std::filesystem::weakly_canonical(path.parent_path(), ignored) / path.filename()).string());
    }
    if (verb.name == "env.read") {
      target.secret = stage.SecretOfVariable(arguments.at("name"));
    } else if (verb.name == "proc.find") {
      target.secret = Secret{"the sentinel's command line", sentinel_nonce};
    } else if (verb.witness == WitnessKind::kSecret) {
      target.secret = stage.SecretOf(arguments.at(verb.arguments.front().name), verb.name != "file.readlink");
    }
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace harness
