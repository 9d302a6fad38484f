// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/ipc_objects.h"

#include <functional>

namespace harness {

IpcObjects::~IpcObjects() {
  for (const auto& [kind, key] : made_) Remove(kind, key);
}

// 0 is IPC_PRIVATE, and a key is no negative number where it is written into a name.
int IpcKeyOf(const std::string& word) { return static_cast<int>(std::hash<std::string>()(word) & 0x3FFFFFFF) + 0x10000000; }

}  // namespace harness
