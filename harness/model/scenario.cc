// SPDX-License-Identifier: Apache-2.0
#include "harness/model/scenario.h"

#include <fmt/format.h>

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
    case Expectation::Kind::kSignal: return "signal: " + SignalName(expectation.value);
  }
  return {};
}

const std::vector<std::string>& StageItemNames() {
  static const std::vector<std::string> kNames = {"file",    "secret",   "directory", "symlink",
                                                  "program", "launcher", "variable",  "search-path"};
  return kNames;
}

const std::vector<std::string>& VariableNames() {
  static const std::vector<std::string> kNames = {"workspace", "outside", "sibling", "home",  "elsewhere",
                                                  "tmp",       "nonce",   "runtime", "evil4", "evil6",
                                                  "good4",     "good6",   "tcp4",    "tcp6",  "knock4"};
  return kNames;
}

}  // namespace harness
