// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/load/problem.h"
#include "harness/model/known_failure.h"

namespace harness {

// Reads an expectations file: a list of mappings with the keys `case`, `verdict` (FAIL, WEAKENED, UNSTABLE or
// INCONCLUSIVE), `text`, `reason` and `link`, each required and none empty. As strict as the scenario loader. An empty
// file is an empty list.
std::variant<std::vector<KnownFailure>, std::vector<Problem>> LoadExpectations(const std::string& file);

}  // namespace harness
