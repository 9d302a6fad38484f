// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/filter.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <map>
#include <memory>
#include <string>

#include "adapters/landlock/launcher/die.h"

namespace landlock {
namespace {

// From linux/sched.h and asm-generic/ioctls.h, where the C library's headers lack them.
constexpr unsigned kNewTime = 0x80;
constexpr unsigned kNewNamespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                    CLONE_NEWCGROUP | kNewTime;
constexpr unsigned kTiocLinux = 0x541C;

struct Release {
  void operator()(scmp_filter_ctx context) const { seccomp_release(context); }
};
using Filter = std::unique_ptr<void, Release>;

// Calls that are newer than the library's tables. From 424 on the numbers are the same for every architecture.
const std::map<std::string, int>& NewerCalls() {
  static const std::map<std::string, int> kCalls = {{"open_tree_attr", 467}};
  return kCalls;
}

void Deny(const Filter& filter, const char* name, int error) {
  int number = seccomp_syscall_resolve_name(name);
  // Calls of other architectures are negative here, and calls of this one that it never had are unknown.
  if (const auto newer = NewerCalls().find(name); number == __NR_SCMP_ERROR && newer != NewerCalls().end()) number = newer->second;
  if (number == __NR_SCMP_ERROR) return;
  if (seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), number, 0) != 0) {
    DieBecause("system call filter", std::string("no rule could be made for ") + name);
  }
}

void Check(int result, const char* what) {
  if (result == 0) return;
  errno = -result;
  Die(std::string("system call filter: ") + what);
}

void DenyNamespaces(const Filter& filter) {
  const std::uint32_t refuse = SCMP_ACT_ERRNO(EPERM);
  for (unsigned flag = 1; flag != 0; flag <<= 1) {
    if ((kNewNamespaces & flag) == 0) continue;
    Check(seccomp_rule_add(filter.get(), refuse, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)), "clone");
  }
  // Its flags lie in memory, where no filter can look; the C library falls back to clone.
  Deny(filter, "clone3", ENOSYS);
  for (const char* name : {"unshare", "setns"}) Deny(filter, name, EPERM);
}

// Only families whose reach a network namespace or a mount namespace bounds. Virtual machine sockets, for one, know neither.
void DenyForeignSockets(const Filter& filter) {
  constexpr int kFamilies = AF_MAX;
  for (int family = 0; family < kFamilies; ++family) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) continue;
    const auto value = static_cast<scmp_datum_t>(family);
    Check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, value)), "socket");
  }
  const auto beyond = static_cast<scmp_datum_t>(kFamilies);
  Check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GE, beyond)), "socket");
}

void DenyTerminalInput(const Filter& filter) {
  // The kernel looks at the lower half of the request only.
  constexpr scmp_datum_t kLowerHalf = 0xFFFFFFFF;
  for (const unsigned request : {static_cast<unsigned>(TIOCSTI), kTiocLinux}) {
    Check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                           SCMP_A1(SCMP_CMP_MASKED_EQ, kLowerHalf, request)), "ioctl");
  }
}

}  // namespace

void FilterSystemCalls() {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) DieBecause("system call filter", "no memory");
  DenyNamespaces(filter);
  DenyForeignSockets(filter);
  DenyTerminalInput(filter);
  for (const char* name :
       {"mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "open_tree_attr", "fsopen", "fsconfig",
        "fsmount", "fspick", "mount_setattr", "open_by_handle_at", "name_to_handle_at", "bpf", "perf_event_open", "userfaultfd",
        "keyctl", "add_key", "request_key", "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load",
        "reboot", "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "syslog", "vhangup", "iopl", "ioperm", "settimeofday",
        "clock_settime", "clock_adjtime", "adjtimex", "stime", "sethostname", "setdomainname", "kcmp", "lookup_dcookie",
        "nfsservctl", "fanotify_init", "process_madvise", "vm86", "vm86old", "modify_ldt"}) {
    Deny(filter, name, EPERM);
  }
  // Programs ask whether the kernel has these, and go on without.
  for (const char* name : {"io_uring_setup", "io_uring_enter", "io_uring_register"}) Deny(filter, name, ENOSYS);
  Check(seccomp_load(filter.get()), "load");
}

}  // namespace landlock
