// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/engine/observations.h"

namespace harness {

// What the outside witnesses saw and no step accounts for: changes, leaked secrets, uninvited contacts, processes and
// residue. `policy` is what was requested, `changes` the difference of the snapshots. Pure.
std::vector<Finding> FindUnaccounted(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets,
                                     const std::vector<Secret>& secrets, const Policy& policy, const Observations& seen,
                                     const std::vector<TreeChange>& changes);

}  // namespace harness
