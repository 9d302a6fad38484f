// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// The control that enforces nothing: it accepts every policy, claims that it is in force, and runs the program as it is.
// A step that must be denied proves something only if it is seen to happen here.
std::unique_ptr<harness::Adapter> MakeNoop();

}  // namespace adapters
