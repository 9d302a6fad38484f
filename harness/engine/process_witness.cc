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
  const bool beats = !view.seen.heartbeat_growth.empty();
  return {"heartbeat", beats ? Outcome::kHappened : Outcome::kNotHappened,
          beats ? view.seen.heartbeat_growth : "the heartbeat has stopped"};
}

Witness SentinelWitness(const StepView& view) {
  if (view.seen.signals.empty()) return {"sentinel", Outcome::kNotHappened, "the sentinel got no signal"};
  return {"sentinel", Outcome::kHappened, "the sentinel got " + SignalName(view.seen.signals.front())};
}

}  // namespace harness
