// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/base/result.h"

namespace harness {

// From now on, descendants whose parent has ended come to the caller instead of to the host's init, so that a census finds
// them. macOS has nothing of the kind: there they are lost to the census.
Result<void> AdoptOrphans();

// Takes it back that the caller ends with the thread that started it.
void OutliveParent();

}  // namespace harness
