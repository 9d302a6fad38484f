// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace landlock {

// Takes the system calls away from the caller, and from all that it will start, that reach around namespaces and Landlock:
// new namespaces and mounts, modules, kexec, bpf, perf, keyrings, io_uring, userfaultfd, file handles, terminal input,
// sockets of families that no network namespace holds. They fail with EPERM, or as if the kernel lacked them. Calls of
// another architecture kill. Dies where it cannot be installed. Needs no_new_privs. See seccomp(2).
void FilterSystemCalls();

}  // namespace landlock
