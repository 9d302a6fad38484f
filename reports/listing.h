// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/scenario.h"

namespace reports {

// What `sandproof list` prints, as a table for people or as a JSON array. In JSON, a scenario that names no
// surface lists all of them.
std::string ListScenarios(const std::vector<harness::Scenario>& scenarios, bool json);
std::string ListVerbs(bool json);

}  // namespace reports
