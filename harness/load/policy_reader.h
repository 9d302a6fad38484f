// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"
#include "harness/model/policy.h"

namespace harness {

// `base` with what `node` says put over it: a key that `node` leaves out stays as in `base`, a list that it
// has replaces the list of `base`. `name` is the key of `node` in the file, "policy" or "project".
Policy ReadPolicy(const Node& node, const std::string& name, Policy base, ProblemList& problems);

}  // namespace harness
