// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"
#include "harness/model/scenario.h"

namespace harness {

// The list `steps` of a scenario file, which must not be empty. Each step is checked by itself; what the
// steps of one scenario must be together is in step_rules.h. Steps with problems may be left out.
std::vector<Step> ReadSteps(const Node& node, ProblemList& problems);

}  // namespace harness
