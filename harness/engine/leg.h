// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fixtures/servers/internet.h"
#include "harness/adapter/adapter.h"
#include "harness/arena/arena.h"
#include "harness/arena/packet_watch.h"
#include "harness/model/evidence.h"
#include "harness/model/scenario.h"
#include "harness/stage/sentinel.h"

namespace harness {

// What a worker keeps from case to case.
struct Workbench {
  const Arena& arena;
  const servers::Internet& internet;
  Identity subject;                  // of the adapter under test
  std::optional<Account> account{};  // --run-as
  int cancel_fd = -1;
  PacketWatch* packets = nullptr;      // borrowed; null where there is no internet to watch
  std::optional<Sentinel> sentinel{};  // started when a scenario needs it, and again when it has died
};

// Runs one scenario through one surface under the adapter and under both controls, each on a stage as it was made.
CaseEvidence RunCase(const Scenario& scenario, Surface surface, Adapter& subject, Adapter& noop, Adapter& void_adapter,
                     Workbench& bench);

}  // namespace harness
