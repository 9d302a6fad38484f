// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/network.h"

namespace harness {

Result<UniqueFd> BuildInternet() { return Fail("macOS has no network namespaces; use --arena host"); }

}  // namespace harness
