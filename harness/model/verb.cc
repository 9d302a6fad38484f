// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb.h"

#include <algorithm>
#include <array>

#include "harness/model/verb_families.h"

namespace harness {
namespace {

using Family = std::vector<Verb> (*)();
constexpr std::array<Family, 11> kFamilies = {FileVerbs,   TerminalVerbs, NetworkVerbs, ProcessVerbs, InheritedVerbs, IsolationVerbs,
                                              LaunchVerbs, ViewVerbs,    SessionVerbs, LimitVerbs,     FaultVerbs};

std::vector<Verb> MakeVerbs() {
  std::vector<Verb> verbs;
  for (const Family family : kFamilies) {
    for (Verb& verb : family()) verbs.push_back(std::move(verb));
  }
  std::sort(verbs.begin(), verbs.end(), [](const Verb& a, const Verb& b) { return a.name < b.name; });
  return verbs;
}

}  // namespace

Argument Required(std::string name, ArgumentType type, std::string meaning) {
  return {std::move(name), type, true, std::move(meaning), false};
}

Argument Optional(std::string name, ArgumentType type, std::string meaning) {
  return {std::move(name), type, false, std::move(meaning), false};
}

Argument Path(std::string name, std::string meaning) {
  return {std::move(name), ArgumentType::kPath, true, std::move(meaning), false};
}

Argument ChangedPath(std::string name, std::string meaning) {
  return {std::move(name), ArgumentType::kPath, true, std::move(meaning), true};
}

std::span<const Verb> AllVerbs() {
  static const std::vector<Verb> kVerbs = MakeVerbs();
  return kVerbs;
}

const Verb* FindVerb(std::string_view name) {
  for (const Verb& verb : AllVerbs()) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

std::string_view Name(WitnessKind kind) {
  switch (kind) {
    case WitnessKind::kTree: return "tree";
    case WitnessKind::kSecret: return "secret scan";
    case WitnessKind::kLedger: return "server ledger";
    case WitnessKind::kCensus: return "process census";
    case WitnessKind::kZombies: return "zombie count";
    case WitnessKind::kSentinel: return "sentinel";
    case WitnessKind::kEnding: return "ending";
    case WitnessKind::kStdout: return "output bytes";
    case WitnessKind::kIpc: return "IPC objects";
    case WitnessKind::kValue: return "value";
    case WitnessKind::kTerminal: return "terminal";
    case WitnessKind::kRun: return "trace of a run";
    case WitnessKind::kSession: return "session";
    case WitnessKind::kPeak: return "peak";
  }
  return "";
}

}  // namespace harness
