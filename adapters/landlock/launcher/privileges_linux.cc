// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/privileges.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

#include "adapters/landlock/launcher/die.h"

namespace landlock {

void GiveUpPrivileges() {
  if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) Die("clear the ambient capabilities");
  // Ends at the first number that this kernel does not know.
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) Die("drop a capability");
  }
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none = {};
  if (::syscall(SYS_capset, &header, none.data()) != 0) Die("drop the capabilities");
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) Die("set no_new_privs");
}

}  // namespace landlock
