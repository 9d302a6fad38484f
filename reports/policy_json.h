// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/model/policy.h"

namespace reports {

// A policy in the spelling of scenario files, with every key that has a value. Paths and values are
// printable.
nlohmann::ordered_json PolicyJson(const harness::Policy& policy);

}  // namespace reports
