// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/landlock/launcher/order.h"

namespace landlock {

// Puts the caller into new namespaces of every kind that the order wants; its children into a new pid namespace. A caller who
// is not privileged gets a user namespace around them, with its own ids mapped to themselves. A network namespace has its
// loopback up. Dies where the kernel refuses. See namespaces(7), user_namespaces(7).
void EnterNamespaces(const Order& order);

}  // namespace landlock
