// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/load/problem_list.h"
#include "harness/model/scenario.h"

namespace harness {

// What the steps of one scenario must be together, so that the witnesses can tell them apart and a denial can
// be believed: the rules of "Steps that belong together" in scenarios/README.md.
void CheckSteps(const Scenario& scenario, ProblemList& problems);

}  // namespace harness
