// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// The control that does nothing: it accepts every policy, claims that it is in force, runs no program and reports
// success. A step that must be allowed proves something only if it is seen to fail here.
std::unique_ptr<harness::Adapter> MakeVoid();

}  // namespace adapters
