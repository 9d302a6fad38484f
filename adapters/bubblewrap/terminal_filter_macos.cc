// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/terminal_filter.h"

namespace adapters {

harness::Result<harness::UniqueFd> MakeTerminalFilter() { return harness::Fail("macOS has no system call filters"); }

}  // namespace adapters
