// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives the permissions of deno. Options: `path`, the program to drive; `packages`, the folder in which npm's package
// of it is looked for, before the trusted search path; `steps`, the script that performs the steps, which lies beside
// this file. Fails on any other option, on a relative path, and without `steps`.
harness::Result<std::unique_ptr<harness::Adapter>> MakeDeno(const harness::AdapterOptions& options);

}  // namespace adapters
