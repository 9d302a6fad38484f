// SPDX-License-Identifier: Apache-2.0
#include "harness/load/step_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/base/nearest.h"
#include "harness/model/policy.h"
#include "harness/model/promise.h"

namespace harness {
namespace {

using Kind = Expectation::Kind;

bool IsFault(const Step& step) { return step.verb->side == VerbSide::kFault; }

bool Has(const Scenario& scenario, Kind kind) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(),
                     [kind](const Step& step) { return step.expect.kind == kind; });
}

// Beyond these, where the kernel answers ELOOP and ENAMETOOLONG, a path leads nowhere.
constexpr int kMostLinks = 40;
constexpr std::size_t kLongestPath = 4096;

// A path of a scenario without the detours that can be seen in the file itself: `..`, /proc/self/root, and
// symbolic links of the stage. Variables become top-level directories of names that no file has.
class Paths {
 public:
  explicit Paths(const std::vector<StageItem>& stage) {
    for (const std::string& name : VariableNames()) roots_[name] = "/<" + name + ">";
    for (const StageItem& item : stage) {
      if (item.kind == StageItem::Kind::kSymlink) links_[Plain(item.path)] = item.content;
    }
  }

  // Where `path` leads. `follow_last`: also when its last component is a link.
  std::string Resolve(const std::string& path, bool follow_last) const {
    std::string resolved = Plain(path);
    for (int i = 0; i < kMostLinks; ++i) {
      const std::string next = AfterOneLink(resolved, follow_last);
      if (next == resolved || next.size() > kLongestPath) break;
      resolved = next;
    }
    return resolved;
  }

 private:
  std::string Plain(const std::string& path) const {
    const std::string expanded = Expand(path, roots_);
    const std::string_view own_root = "/proc/self/root/";
    std::string plain = std::filesystem::path(expanded).lexically_normal().string();
    if (plain.starts_with(own_root)) plain.erase(0, own_root.size() - 1);
    if (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
    return plain;
  }

  std::string AfterOneLink(const std::string& path, bool follow_last) const {
    for (const auto& [link, target] : links_) {
      if (!PathContains(link, path) || (link == path && !follow_last)) continue;
      const std::filesystem::path folder = std::filesystem::path(link).parent_path();
      // A path of its own replaces the folder (operator/), a relative one is put behind it.
      return Plain((folder / Expand(target, roots_)).string() + path.substr(link.size()));
    }
    return path;
  }

  Variables roots_;
  std::map<std::string, std::string> links_;
};

// What a witness looks at for one step, and no other step may be about.
struct Target {
  std::string key;   // compared
  std::string what;  // for messages: "changes '/a'"
  // What is read comes back from each launch by itself; everything else is looked at once, when all launches
  // are over.
  bool of_one_launch = false;
};

std::string ValueOf(const Step& step, const std::string& name, const std::string& otherwise) {
  const auto found = step.arguments.find(name);
  return found == step.arguments.end() ? otherwise : found->second;
}

Target PathTarget(const Step& step, const Argument& argument, const std::string& path, const Paths& paths) {
  // A daemon's heartbeat is a change of a file.
  const bool changes = argument.changes || step.verb->witness == WitnessKind::kCensus;
  // What is copied is read, and reading goes through a link.
  const bool of_the_entry = step.verb->names_the_entry && (changes || step.verb->name == "file.readlink");
  const std::string verb = changes ? "changes" : "reads";
  return {verb + paths.Resolve(path, !of_the_entry), verb + " " + Quoted(path), !changes};
}

std::vector<Target> TargetsOf(const Step& step, const Paths& paths) {
  std::vector<Target> targets;
  for (const Argument& argument : step.verb->arguments) {
    const auto value = step.arguments.find(argument.name);
    // Where a script may change things is no single thing that it is about.
    if (argument.name == "within") continue;
    if (argument.type != ArgumentType::kPath || value == step.arguments.end()) continue;
    targets.push_back(PathTarget(step, argument, value->second, paths));
  }
  const std::string& verb = step.verb->name;
  if (verb == "env.read") {
    const std::string name = ValueOf(step, "name", "");
    targets.push_back({"variable " + name, "reads the variable " + Quoted(name), true});
  }
  const std::string& about = step.verb->about;
  // What is read or made is told apart by what the step says of it.
  const std::string which = ValueOf(step, "what", ValueOf(step, "kind", ""));
  const std::string whole = which.empty() ? about : about + " " + which;
  if (!about.empty()) targets.push_back({whole, "does this (" + whole + ")", step.verb->of_one_launch});
  // A knock carries no nonce: the server can only count, whoever comes.
  if (verb == "net.knock" || ValueOf(step, "to", "") == "${knock4}") {
    targets.push_back({"knock", "connects to the server that only counts"});
  }
  return targets;
}

bool EndsLaunch(const Step& step) { return step.verb->ends_launch || step.verb->own_launch; }

void CheckTargets(const Scenario& scenario, ProblemList& problems) {
  const Paths paths(scenario.stage);
  std::map<std::string, const Step*> seen_in_launch;
  std::map<std::string, const Step*> seen;
  for (const Step& step : scenario.steps) {
    if (EndsLaunch(step)) seen_in_launch.clear();
    for (const Target& target : TargetsOf(step, paths)) {
      const auto [other, is_new] = (target.of_one_launch ? seen_in_launch : seen).emplace(target.key, &step);
      if (is_new) continue;
      const std::string where = other->second == &step
                                    ? "this step"
                                    : fmt::format("the step of line {}", other->second->place.line);
      problems.Add(step.place,
                   fmt::format("{} {}, as {} does already: no witness outside could tell the two apart",
                               step.verb->name, target.what, where));
    }
  }
}

void CheckFaults(const Scenario& scenario, ProblemList& problems) {
  const std::vector<Step>& steps = scenario.steps;
  const auto first_fault = std::find_if(steps.begin(), steps.end(), IsFault);
  if (first_fault == steps.end()) return;
  bool launched = false;
  for (const Step& step : steps) {
    if (IsFault(step) && launched) {
      problems.Add(step.place,
                   fmt::format("{} must stand before every step that is no fault", step.verb->name));
    }
    launched = launched || !IsFault(step);
    if (!IsFault(step) && step.expect.kind != Kind::kDenied) {
      problems.Add(step.place,
                   "beside a fault, which the adapter must refuse, a step can expect only denied");
    }
  }
  if (!Has(scenario, Kind::kDenied)) {
    problems.Add(first_fault->place,
                 "a fault needs a step that expects denied, such as file.write: ${outside}/ran.txt: without "
                 "one, nothing "
                 "could show that the program ran");
  }
}

bool IsRunOf(const Step& step) { return step.verb->side == VerbSide::kProbe && !step.verb->ends_launch; }

bool IsCallOffAtOnce(const Step& step) { return ValueOf(step, "when", "") == "starting"; }

void CheckSessions(const Scenario& scenario, ProblemList& problems) {
  std::vector<std::string> names = {kMainSession};
  for (const NamedSession& session : scenario.sessions) names.push_back(session.name);
  const Step* before = nullptr;
  int started = 0;
  for (const Step& step : scenario.steps) {
    const std::string& verb = step.verb->name;
    const std::string name = ValueOf(step, "name", "");
    if (verb == "session.open" && std::find(names.begin(), names.end(), name) == names.end()) {
      problems.Add(step.place, "no session is called " + Quoted(name) + DidYouMean(name, names));
    }
    const bool has_run = before != nullptr && IsRunOf(*before);
    if (step.verb->needs_running && !IsCallOffAtOnce(step) && !has_run) {
      problems.Add(step.place, verb + " is about the launch before it, so a step of the probe's that does not end its launch has to "
                                      "stand right before");
    }
    if (verb == "session.start") ++started;
    if (verb == "session.signal" && started-- < 1) {
      problems.Add(step.place, "session.signal is about a launch of a session.start before it, and there is none");
    }
    before = &step;
  }
}

void CheckControl(const Scenario& scenario, ProblemList& problems) {
  const std::vector<Step>& steps = scenario.steps;
  const auto denied = std::find_if(steps.begin(), steps.end(),
                                   [](const Step& step) { return step.expect.kind == Kind::kDenied; });
  if (denied == steps.end() || Has(scenario, Kind::kAllowed) ||
      std::any_of(steps.begin(), steps.end(), IsFault))
    return;
  problems.Add(denied->place,
               "a step that expects denied needs a positive control: add a step that expects allowed, such "
               "as file.write: "
               "${workspace}/alive.txt, or a launch in which nothing works would pass");
}

// Without the limit there would be nothing for its denial to be a promise of.
void CheckLimits(const Scenario& scenario, ProblemList& problems) {
  std::vector<std::string> limited = PromisesOf(scenario.policy.limits);
  if (scenario.project) {
    for (std::string& limit : PromisesOf(scenario.project->limits)) limited.push_back(std::move(limit));
  }
  for (const Step& step : scenario.steps) {
    if (step.verb->witness != WitnessKind::kPeak || step.expect.kind != Kind::kDenied) continue;
    if (std::find(limited.begin(), limited.end(), step.verb->promise) != limited.end()) continue;
    problems.Add(step.place, fmt::format("{} expects denied, and no policy has {}", step.verb->name, step.verb->promise));
  }
}

}  // namespace

void CheckSteps(const Scenario& scenario, ProblemList& problems) {
  CheckFaults(scenario, problems);
  CheckControl(scenario, problems);
  CheckTargets(scenario, problems);
  CheckSessions(scenario, problems);
  CheckLimits(scenario, problems);
}

}  // namespace harness
