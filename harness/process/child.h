// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/base/clock.h"
#include "harness/base/unique_fd.h"
#include "harness/model/launch.h"

namespace harness {

// An account to become before the program is executed.
struct Account {
  uid_t uid = 0;
  gid_t gid = 0;
};

// The number of the first descriptor of ChildRequest::inherited.
inline constexpr int kFirstInherited = 20;

struct ChildRequest {
  std::vector<std::string> argv;  // argv[0] is executed by path; PATH is never searched
  std::vector<std::string> env;   // NAME=value; nothing is inherited
  std::string cwd{};              // empty: the caller's
  // Borrowed descriptors that the program inherits beside its standard streams, at numbers from kFirstInherited on in their order; at most 16.
  // Not on macOS.
  std::vector<int> inherited{};
  // Borrowed descriptors that become 0, 1 and 2. Every other descriptor but those in `inherited` is closed.
  int stdin_fd = -1;
  int stdout_fd = -1;
  int stderr_fd = -1;
  std::optional<Account> account{};
  // Files to which "0" is written, as the caller's account, before the program is executed: see ResourceGroup.
  std::vector<std::string> groups{};
  // The program, and all that it starts, may have no more descriptors open in a process (RLIMIT_NOFILE); 0: as the caller.
  // Only where CanLimitDescriptors.
  std::uint32_t descriptors = 0;
  // The child dies with the thread that started it (PR_SET_PDEATHSIG). macOS has nothing of the kind.
  bool dies_with_parent = false;
  // Its standard input is a terminal, which becomes its controlling one, tty_ioctl(4).
  bool controls_terminal = false;
};

bool CanLimitDescriptors();

// A running child process, leader of a session and process group of its own. Destruction while it runs
// kills its process group with SIGKILL and reaps it: a Child never outlives its owner, though what left the group may.
//
// Started with clone(CLONE_VM | CLONE_VFORK), so that the cost does not grow with the caller's memory, and so that the
// errno of a failing step before execve(2) comes back as it is instead of as an exit code. Safe in a program with
// threads. See clone(2), pidfd_open(2). On macOS it is started with fork(2) and posix_spawn(2), with as faithful an errno.
class Child {
 public:
  static std::variant<Child, NotStarted> Start(const ChildRequest& request);

  // Runs `body` in a copy of the calling process, as fork(2) does, in new namespaces of the kinds that `namespaces` names
  // (CLONE_NEW* flags, see namespaces(7)); the process ends with the body's return value and dies with the calling
  // thread. With CLONE_NEWUSER the caller's own uid and gid are mapped to themselves. The caller must have one thread
  // only. The cost grows with the caller's memory, so this is for a small program's few long-lived workers. macOS has no
  // namespaces: with any, nothing is started.
  static std::variant<Child, NotStarted> Fork(int namespaces, const std::function<int()>& body);

  Child(Child&&) noexcept = default;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  pid_t pid() const { return pid_; }
  // Readable once the process has ended (pidfd_open(2); on macOS, a kqueue(2)).
  int pidfd() const { return pidfd_.get(); }

  // Waits for the end and reaps. TimedOut, with the process still running, when the deadline comes first. Once it was
  // reaped, the same ending again.
  Ending Wait(Deadline deadline);
  // SIGKILL to the process group, then reaps. Once it was reaped, its ending.
  Ending Kill();

 private:
  Child(pid_t pid, UniqueFd pidfd) : pid_(pid), pidfd_(std::move(pidfd)) {}
  Ending Reap();

  pid_t pid_ = -1;  // meaningless once pidfd_ is empty
  UniqueFd pidfd_;
  Ending ending_ = Exited{0};  // known once pidfd_ is empty
};

}  // namespace harness
