// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace landlock {

// Gives every capability up, for good and for all that will be started: the sets of the process, what may ever be gained by
// executing a file (capabilities(7)), and no_new_privs. Dies where that fails.
void GiveUpPrivileges();

}  // namespace landlock
