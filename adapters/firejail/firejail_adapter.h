// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives firejail(1). Options: `path`, the program to drive instead of the `firejail` of the trusted search path. Fails
// on any other option and on a relative path.
harness::Result<std::unique_ptr<harness::Adapter>> MakeFirejail(const harness::AdapterOptions& options);

}  // namespace adapters
