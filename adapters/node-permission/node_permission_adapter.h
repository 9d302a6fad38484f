// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives the permission model of node(1). Options: `path`, the program to drive instead of the `node` of the trusted
// search path; `steps`, the script that performs the steps, which lies beside this file. Fails on any other option, on
// a relative path, and without `steps`.
harness::Result<std::unique_ptr<harness::Adapter>> MakeNodePermission(const harness::AdapterOptions& options);

}  // namespace adapters
