// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives bwrap(1). Options: `path`, the program to drive instead of the `bwrap` of the trusted search path. Fails on any
// other option and on a relative path.
harness::Result<std::unique_ptr<harness::Adapter>> MakeBubblewrap(const harness::AdapterOptions& options);

}  // namespace adapters
