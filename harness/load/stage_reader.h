// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"
#include "harness/model/scenario.h"

namespace harness {

// The list `stage` of a scenario file. Items with problems are left out.
std::vector<StageItem> ReadStage(const Node& node, ProblemList& problems);

}  // namespace harness
