// SPDX-License-Identifier: Apache-2.0
#include "harness/process/child.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace harness {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// What the child needs between clone and execve. It shares the parent's memory, so all of it is prepared beforehand and
// the child only makes system calls.
struct Preparation {
  const ChildRequest* request = nullptr;
  std::vector<char*> argv;
  std::vector<char*> env;
  sigset_t mask = {};
  // Written by the child, read by the parent once the child has executed or died.
  const char* failed_stage = nullptr;
  int failed_code = 0;
};

// Of the descriptors above the standard streams those in `inherited` stay, at their places and nowhere else. They are moved out
// of the way first: each may lie where another has to.
bool CloseAllBut(const std::vector<int>& inherited) {
  std::array<int, 16> copies = {};
  const auto count = static_cast<int>(inherited.size());
  if (inherited.size() > copies.size()) return false;
  for (std::size_t i = 0; i < inherited.size(); ++i) {
    copies.at(i) = ::fcntl(inherited[i], F_DUPFD_CLOEXEC, kFirstInherited + count);
    if (copies.at(i) < 0) return false;
  }
  for (int i = 0; i < count; ++i) {
    if (::dup2(copies.at(static_cast<std::size_t>(i)), kFirstInherited + i) < 0) return false;
  }
  return ::syscall(SYS_close_range, 3U, static_cast<unsigned>(kFirstInherited - 1), 0U) == 0 &&
         ::syscall(SYS_close_range, static_cast<unsigned>(kFirstInherited + count), ~0U, 0U) == 0;
}

// Descriptors are moved out of the way first: stdin_fd may be 2, and stderr_fd 0.
bool PlaceDescriptors(const ChildRequest& request) {
  std::array<int, 3> sources = {request.stdin_fd, request.stdout_fd, request.stderr_fd};
  for (int& source : sources) {
    if (source >= 0 && (source = ::fcntl(source, F_DUPFD_CLOEXEC, 3)) < 0) return false;
  }
  for (int target = 0; target < 3; ++target) {
    const int source = sources[static_cast<std::size_t>(target)];
    if (source >= 0 && ::dup2(source, target) < 0) return false;
  }
  return CloseAllBut(request.inherited);
}

// glibc's wrappers change the ids of every thread of the process, which here would be the parent's.
bool BecomeAccount(const Account& account) {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, account.gid, account.gid, account.gid) == 0 &&
         ::syscall(SYS_setresuid, account.uid, account.uid, account.uid) == 0;
}

bool JoinGroups(const std::vector<std::string>& groups) {
  for (const std::string& file : groups) {
    const int fd = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    const bool joined = fd >= 0 && ::write(fd, "0", 1) == 1;
    if (fd >= 0) ::close(fd);
    if (!joined) return false;
  }
  return true;
}

bool LimitDescriptors(std::uint32_t count) {
  const rlimit limit = {count, count};
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

void ResetSignals(const sigset_t& mask) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &action, nullptr);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
}

int RunInChild(void* argument) {
  auto& preparation = *static_cast<Preparation*>(argument);
  const ChildRequest& request = *preparation.request;
  const auto fail = [&preparation](const char* stage) {
    preparation.failed_stage = stage;
    preparation.failed_code = errno;
    ::_exit(127);
  };
  if (::setsid() < 0) fail("setsid");
  if (!PlaceDescriptors(request)) fail("dup2");
  if (request.controls_terminal && ::ioctl(STDIN_FILENO, TIOCSCTTY, 0) != 0) fail("ioctl");
  if (!request.cwd.empty() && ::chdir(request.cwd.c_str()) != 0) fail("chdir");
  if (!JoinGroups(request.groups)) fail("cgroup");
  if (request.descriptors != 0 && !LimitDescriptors(request.descriptors)) fail("setrlimit");
  if (request.account && !BecomeAccount(*request.account)) fail("setresuid");
  if (request.dies_with_parent && ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail("prctl");
  ResetSignals(preparation.mask);
  ::execve(preparation.argv[0], preparation.argv.data(), preparation.env.data());
  fail("execve");
  return 127;
}

// The child's stack, with a guard page below it.
class Stack {
 public:
  Stack() : memory_(::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0)) {
    if (memory_ != MAP_FAILED) ::mprotect(memory_, kGuard, PROT_NONE);
  }
  ~Stack() {
    if (memory_ != MAP_FAILED) ::munmap(memory_, kSize);
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  void* Top() const { return memory_ == MAP_FAILED ? nullptr : static_cast<char*>(memory_) + kSize; }

 private:
  static constexpr std::size_t kSize = 256 << 10;
  static constexpr std::size_t kGuard = 4096;
  void* memory_;
};

constexpr int kFaultInFork = 70;

// The only mapping that an unprivileged process may make (user_namespaces(7)).
bool MapOwnIds(uid_t uid, gid_t gid) {
  const auto map = [](const char* file, const std::string& line) {
    const UniqueFd fd(::open(file, O_WRONLY | O_CLOEXEC));
    return fd && ::write(fd.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
  };
  const std::string user = std::to_string(uid);
  const std::string group = std::to_string(gid);
  return map("/proc/self/setgroups", "deny") && map("/proc/self/uid_map", user + " " + user + " 1\n") &&
         map("/proc/self/gid_map", group + " " + group + " 1\n");
}

Ending EndingOf(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return Exited{info.si_status};
  return Signaled{info.si_status};
}

}  // namespace

bool CanLimitDescriptors() { return true; }

std::variant<Child, NotStarted> Child::Start(const ChildRequest& request) {
  Preparation preparation{&request, Pointers(request.argv), Pointers(request.env)};
  if (request.argv.empty()) return NotStarted{"execve", EINVAL};
  const Stack stack;
  if (stack.Top() == nullptr) return NotStarted{"mmap", ENOMEM};

  // A handler of the parent that ran in the child would run on shared memory.
  sigset_t all;
  ::sigfillset(&all);
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  ::sigemptyset(&preparation.mask);
  int pidfd = -1;
  const int pid =
      ::clone(RunInChild, stack.Top(), CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &preparation, &pidfd);
  const int code = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return NotStarted{"clone", code};

  Child child(pid, UniqueFd(pidfd));
  if (preparation.failed_stage != nullptr) {
    child.Reap();
    return NotStarted{preparation.failed_stage, preparation.failed_code};
  }
  return child;
}

std::variant<Child, NotStarted> Child::Fork(int namespaces, const std::function<int()>& body) {
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  int pidfd = -1;
  clone_args arguments = {};
  arguments.flags = static_cast<std::uint64_t>(CLONE_PIDFD | namespaces);
  arguments.pidfd = reinterpret_cast<std::uint64_t>(&pidfd);
  arguments.exit_signal = SIGCHLD;
  const long pid = ::syscall(SYS_clone3, &arguments, sizeof arguments);
  if (pid < 0) return NotStarted{"clone3", errno};
  if (pid > 0) return Child(static_cast<pid_t>(pid), UniqueFd(pidfd));

  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setsid();
  if ((namespaces & CLONE_NEWUSER) != 0 && !MapOwnIds(uid, gid)) ::_exit(kFaultInFork);
  // An exception must not unwind into the copy of the caller's stack.
  ::_exit([&body]() noexcept { return body(); }());
}

Ending Child::Reap() {
  siginfo_t info = {};
  while (::waitid(P_PIDFD, static_cast<id_t>(pidfd_.get()), &info, WEXITED) != 0) {
    // Not knowing how a launch ended is no ending that a verdict may be built on.
    if (errno != EINTR) std::abort();
  }
  pidfd_.Reset();
  ending_ = EndingOf(info);
  return ending_;
}

}  // namespace harness
