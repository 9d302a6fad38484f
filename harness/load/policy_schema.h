// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/load/schema_parts.h"

namespace harness {

// The JSON Schema of the keys `policy` and `project` of a scenario file.
SchemaJson PolicySchema();

}  // namespace harness
