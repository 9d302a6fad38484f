// SPDX-License-Identifier: Apache-2.0
#include "harness/process/family.h"

namespace harness {

Result<void> AdoptOrphans() { return {}; }

void OutliveParent() {}

}  // namespace harness
