// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/ipc_objects.h"

namespace harness {

// Its objects belong to the whole machine.
Result<void> IpcObjects::Make(const std::string&, int, const std::string&) {
  return Fail("this system has no IPC objects that are the arena's own");
}
bool IpcObjects::Exists(const std::string&, int) { return false; }
void IpcObjects::Remove(const std::string&, int) {}

}  // namespace harness
