// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives `codex sandbox` (npm @openai/codex), by its native program. Options: `packages`, the directory with the
// installed packages. Fails on any other option and on a relative path.
harness::Result<std::unique_ptr<harness::Adapter>> MakeCodex(const harness::AdapterOptions& options);

}  // namespace adapters
