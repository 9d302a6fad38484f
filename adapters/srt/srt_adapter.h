// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives sandbox-runtime (npm @anthropic-ai/sandbox-runtime). Options: `packages`, the directory with the installed
// packages; `version`, 0.0.26 instead of the current one; `through`, "command" (default) or "library". Fails on any
// other option or value and on a relative path.
harness::Result<std::unique_ptr<harness::Adapter>> MakeSrt(const harness::AdapterOptions& options);

}  // namespace adapters
