// SPDX-License-Identifier: Apache-2.0
#include "harness/model/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/model/signal_names.h"

namespace harness {

std::string Describe(const Expectation& expectation) {
  switch (expectation.kind) {
    case Expectation::Kind::kAllowed: return "allowed";
    case Expectation::Kind::kDenied:
      return expectation.errno_name.empty() ? "denied" : "denied: " + expectation.errno_name;
    case Expectation::Kind::kRefused: return "refused";
    case Expectation::Kind::kAbsent: return "absent";
    case Expectation::Kind::kExit: return fmt::format("exit: {}", expectation.value);
    case Expectation::Kind::kSame: return "same";
    case Expectation::Kind::kSignal: return "signal: " + SignalName(expectation.value);
  }
  return {};
}

std::string WhyNotOn(Surface surface, const Scenario& scenario) {
  const std::string name(Name(surface));
  for (const Step& step : scenario.steps) {
    const Verb& verb = *step.verb;
    const bool has_call = std::find(verb.calls.begin(), verb.calls.end(), surface) != verb.calls.end();
    if (IsCall(surface) && !has_call) return fmt::format("surface {} has no call for {}", name, verb.name);
    if (IsTerminal(surface) && verb.needs_pipes) return fmt::format("surface {} has one stream where {} is about two", name, verb.name);
    if (!IsTerminal(surface) && verb.needs_terminal) return fmt::format("surface {} has no terminal for {}", name, verb.name);
    // The session that a child belongs to is not the one that the verb would be about.
    if (surface == Surface::kChild && verb.side == VerbSide::kSession) {
      return fmt::format("surface {} cannot carry {}", name, verb.name);
    }
  }
  return {};
}

std::vector<Surface> SurfacesOf(const Scenario& scenario) {
  if (!scenario.surfaces.empty()) return scenario.surfaces;
  std::vector<Surface> surfaces;
  for (const Surface surface : AllSurfaces()) {
    if (WhyNotOn(surface, scenario).empty()) surfaces.push_back(surface);
  }
  return surfaces;
}

const std::vector<std::string>& StageItemNames() {
  static const std::vector<std::string> kNames = {"file",    "secret",   "directory", "symlink",
                                                  "program", "launcher", "variable",  "search-path",
                                                  "open-file", "open-directory", "open-socket", "ipc", "socket"};
  return kNames;
}

const std::vector<std::string>& VariableNames() {
  static const std::vector<std::string> kNames = {"workspace", "outside", "sibling", "home",  "elsewhere",
                                                  "tmp",       "nonce",   "runtime", "evil4", "evil6",
                                                  "good4",     "good6",   "tcp4",    "tcp6",  "knock4",
                                                  "udp4",      "udp6",    "dns4",    "local4", "local6",
                                                  "other4",    "any4",    "mapped6", "abstract"};
  return kNames;
}

}  // namespace harness
