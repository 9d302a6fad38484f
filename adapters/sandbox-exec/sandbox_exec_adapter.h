// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives sandbox-exec(1) of macOS, by which the kernel's Seatbelt confines a program. Unavailable elsewhere.
std::unique_ptr<harness::Adapter> MakeSandboxExec();

}  // namespace adapters
