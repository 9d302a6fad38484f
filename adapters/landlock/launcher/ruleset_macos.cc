// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/ruleset.h"

namespace landlock {

int KernelAbi() { return 0; }

}  // namespace landlock
