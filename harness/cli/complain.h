// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/load/problem.h"

namespace harness::cli {

// Says on standard error what is wrong, a line each.
void Complain(const std::string& message);
void Complain(const std::vector<Problem>& problems);

}  // namespace harness::cli
