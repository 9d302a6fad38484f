// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/engine/run_suite.h"

namespace harness {

struct WorkerPlace {
  ArenaKind kind = ArenaKind::kPrivate;
  ArenaNeeds needs{};
  // Of a host arena only: see Arena::UseHost. Named by the coordinator, so that it can tidy up after a worker that died.
  std::string base{};
  std::string elsewhere{};

  // Whether the kernel ends all that is in the arena when its worker ends.
  bool EndsWithWorker() const { return kind == ArenaKind::kPrivate && needs.own_processes; }
};

// The body of a worker process: enters its arena, says so over `socket`, then runs the cases whose indexes arrive there,
// four bytes each, and sends their evidence back, until the coordinator closes its end. Returns the exit code.
int RunWorker(int socket, const WorkerPlace& place, const std::vector<Scenario>& scenarios,
              const std::vector<PlannedCase>& cases, const SuiteAdapters& adapters, const SuiteOptions& options);

}  // namespace harness
