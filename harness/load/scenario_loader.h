// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/load/problem.h"
#include "harness/model/scenario.h"

namespace harness {

// Reads one scenario file, strictly: an unknown key or verb, a wrong type, a duplicate key, an undefined variable, an
// alias, a second document, a step that cannot be judged. Every problem of the file is found, not just the first.
// `id` is the path under the scenario root without `.yaml`; scenarios/README.md describes the format.
std::variant<Scenario, std::vector<Problem>> LoadScenario(const std::string& file, const std::string& id);

// The same from text; `file` is only named in places.
std::variant<Scenario, std::vector<Problem>> ParseScenario(const std::string& text, const std::string& file,
                                                           const std::string& id);

}  // namespace harness
