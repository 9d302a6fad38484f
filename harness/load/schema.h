// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace harness {

// The JSON Schema (draft-07, which editors' YAML servers speak) of a scenario file, generated from the verb table.
// scenarios/scenario.schema.json is this text; a test holds the two together.
std::string ScenarioSchema();

}  // namespace harness
