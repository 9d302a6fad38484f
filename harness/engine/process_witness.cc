// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"
#include "harness/model/signal_names.h"

namespace harness {

Witness CensusWitness(const StepView& view) {
  if (view.seen.survivors.empty()) return {"process census", Outcome::kNotHappened, "no process was left"};
  std::string detail;
  for (const ProcessInfo& process : view.seen.survivors) detail += (detail.empty() ? "still there: " : ", ") + Describe(process);
  return {"process census", Outcome::kHappened, detail};
}

Witness HeartbeatWitness(const StepView& view) {
  const auto beat = view.seen.heartbeats.find(view.target.changes.front());
  const bool beats = beat != view.seen.heartbeats.end();
  return {"heartbeat", beats ? Outcome::kHappened : Outcome::kNotHappened, beats ? beat->second : "the heartbeat has stopped"};
}

Witness ZombieWitness(const StepView& view) {
  const std::size_t count = view.seen.zombies.value_or(0);
  return {"zombie count", count > 0 ? Outcome::kHappened : Outcome::kNotHappened,
          count > 0 ? std::to_string(count) + " ended processes were still there" : "no ended process was still there"};
}

Witness SentinelWitness(const StepView& view) {
  if (view.seen.signals.empty()) return {"sentinel", Outcome::kNotHappened, "the sentinel got no signal"};
  return {"sentinel", Outcome::kHappened, "the sentinel got " + SignalName(view.seen.signals.front())};
}

Witness IpcWitness(const StepView& view) {
  const std::string& kind = view.script.arguments.at("kind");
  if (view.seen.ipc_left.contains(view.index)) return {"IPC objects", Outcome::kHappened, "the " + kind + " is still there"};
  return {"IPC objects", Outcome::kNotHappened, "no " + kind + " is left"};
}

}  // namespace harness
