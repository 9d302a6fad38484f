// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/adapter/adapter.h"

namespace harness {

// The options of an adapter that takes nothing but paths: a value for each of `known`, empty where it was not given. Fails on
// an option that is not known, and on a path that is not absolute.
Result<AdapterOptions> PathOptions(const std::string& adapter, const AdapterOptions& given,
                                   const std::vector<std::string>& known);

}  // namespace harness
