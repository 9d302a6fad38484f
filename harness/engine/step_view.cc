// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"

namespace harness {

std::vector<Witness> WitnessesOf(const StepView& view) {
  switch (view.step.verb->witness) {
    case WitnessKind::kTree: return {TreeWitness(view)};
    case WitnessKind::kSecret: return {SecretWitness(view)};
    case WitnessKind::kLedger: return {LedgerWitness(view)};
    case WitnessKind::kSentinel: return {SentinelWitness(view)};
    case WitnessKind::kIpc: return {IpcWitness(view)};
    case WitnessKind::kEnding: return {EndingWitness(view)};
    case WitnessKind::kStdout: return {StdoutWitness(view)};
    case WitnessKind::kValue: return {ValueWitness(view)};
    case WitnessKind::kRun: return {RunWitness(view)};
    case WitnessKind::kPeak: return {PeakWitness(view)};
    case WitnessKind::kSession: return {SessionWitness(view)};
    case WitnessKind::kTerminal: return {TerminalWitness(view)};
    // The beat first: a census cannot say which of several steps a process is of.
    case WitnessKind::kCensus: return {HeartbeatWitness(view), CensusWitness(view)};
    case WitnessKind::kZombies: return {ZombieWitness(view)};
  }
  return {};
}

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
  if (verb.witness == WitnessKind::kZombies && !view.seen.zombies) return "nobody looked while the launch ran";
  if (verb.witness == WitnessKind::kSentinel) return view.seen.dead_sentinel;
  return {};
}

}  // namespace harness
