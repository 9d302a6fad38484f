// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/landlock/launcher/order.h"

namespace landlock {

// Where programs may leave temporary files: a file system of the sandbox's own.
inline constexpr char kPrivateTmp[] = "/tmp";

// Gives the caller, who must be in a new mount namespace (and pid namespace, if the order wants one) with CAP_SYS_ADMIN over
// it, a root that shows what the order grants and nothing else, and makes the order's directory the current one. Landlock
// itself has no say over what is stat'ed, chmod'ed, linked to or read as a link (landlock(7), "Current limitations"), so what
// is not granted must not be there. Dies where a step fails. See pivot_root(2), mount_setattr(2).
void BuildRoot(const Order& order);

}  // namespace landlock
