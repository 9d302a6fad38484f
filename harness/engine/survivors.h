// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "harness/arena/arena.h"
#include "harness/engine/leg_role.h"
#include "harness/engine/observations.h"

namespace harness {

// Looks for processes that are still there now that everything is closed, and for heartbeats that go on. Under the adapter what
// is there gets a moment to be gone, and how long it took is told; under a control nothing is waited for. `known` are the harness's
// own processes.
void LookForSurvivors(const Scenario& scenario, const std::vector<StepTarget>& targets, const Arena& arena,
                      const std::vector<pid_t>& known, LegRole role, Observations& seen);

// Processes below the caller that have ended and that nobody asked for. Whose orphans they are may take a moment to do so; under a
// control nobody does.
std::size_t CountZombies(LegRole role);

}  // namespace harness
