// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives the embedded sandbox, sandproof-landlock. Option: `launcher`, that program's path, which must be absolute. Fails on
// any other option.
harness::Result<std::unique_ptr<harness::Adapter>> MakeLandlock(const harness::AdapterOptions& options);

}  // namespace adapters
