// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace adapters {

// A file with a system call filter, as bwrap's --seccomp wants it, under which nobody can type into a terminal: TIOCSTI and
// TIOCLINUX of ioctl(2) fail with EPERM (ioctl_tty(2)). Instead of --new-session, which takes a terminal's signals away as well.
harness::Result<harness::UniqueFd> MakeTerminalFilter();

}  // namespace adapters
