// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/landlock/launcher/order.h"

namespace landlock {

// The oldest Landlock that has every right and scope which is promised: 6 came with Linux 6.12 (landlock(7)).
inline constexpr int kNeededAbi = 6;

// The kernel's Landlock, 0 where there is none.
int KernelAbi();

// Confines the caller and all that it will start, for good, to what the order grants: files by rights below paths as they
// are now, TCP ports, and, with processes of its own, signals and abstract sockets to its own kind. Never best effort: dies
// where the kernel lacks any of it. Needs no_new_privs. See landlock_restrict_self(2).
void Restrict(const Order& order);

}  // namespace landlock
