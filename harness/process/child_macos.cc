// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/event.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include "harness/base/channel.h"
#include "harness/process/child.h"

namespace harness {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Which step of the start failed, as the child tells it through a pipe: a literal of this program, so that its address
// means the same in both.
struct Failure {
  const char* stage = nullptr;
  int code = 0;
};

// posix_spawn(2) in place of execve(2): it alone can close every descriptor but those that are named.
class Execution {
 public:
  Execution() {
    ::posix_spawn_file_actions_init(&files_);
    for (int fd = 0; fd < 3; ++fd) ::posix_spawn_file_actions_addinherit_np(&files_, fd);
    ::posix_spawnattr_init(&attributes_);
    sigset_t set;
    sigfillset(&set);
    ::posix_spawnattr_setsigdefault(&attributes_, &set);
    sigemptyset(&set);
    ::posix_spawnattr_setsigmask(&attributes_, &set);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETEXEC | POSIX_SPAWN_CLOEXEC_DEFAULT | POSIX_SPAWN_SETSIGDEF |
                                                 POSIX_SPAWN_SETSIGMASK);
  }
  ~Execution() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  // Comes back only where it failed, with the errno.
  int Become(const std::vector<char*>& argv, const std::vector<char*>& env) const {
    return ::posix_spawn(nullptr, argv[0], &files_, &attributes_, argv.data(), env.data());
  }

 private:
  posix_spawn_file_actions_t files_ = nullptr;
  posix_spawnattr_t attributes_ = nullptr;
};

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
  return true;
}

bool BecomeAccount(const Account& account) {
  return ::setgroups(0, nullptr) == 0 && ::setgid(account.gid) == 0 && ::setuid(account.uid) == 0;
}

// Runs in the child, which may have been forked from a program with threads: system calls only.
[[noreturn]] void RunInChild(const ChildRequest& request, const Execution& execution, const std::vector<char*>& argv,
                             const std::vector<char*>& env, int failures) {
  const auto fail = [failures](const char* stage, int code) {
    const Failure failure{stage, code};
    (void)!::write(failures, &failure, sizeof failure);
    ::_exit(127);
  };
  if (::setsid() < 0) fail("setsid", errno);
  if (!PlaceDescriptors(request)) fail("dup2", errno);
  if (request.controls_terminal && ::ioctl(STDIN_FILENO, TIOCSCTTY, 0) != 0) fail("ioctl", errno);
  if (!request.cwd.empty() && ::chdir(request.cwd.c_str()) != 0) fail("chdir", errno);
  if (request.account && !BecomeAccount(*request.account)) fail("setuid", errno);
  fail("execve", execution.Become(argv, env));
  ::_exit(127);
}

// A descriptor that becomes readable when the process ends. One that has ended already makes it readable at once.
UniqueFd WatchEnd(pid_t pid) {
  UniqueFd queue(::kqueue());
  struct kevent64_s change = {};
  change.ident = static_cast<std::uint64_t>(pid);
  change.filter = EVFILT_PROC;
  change.flags = EV_ADD;
  change.fflags = NOTE_EXIT;
  if (!queue || ::kevent64(queue.get(), &change, 1, nullptr, 0, 0, nullptr) == 0) return queue;
  change.filter = EVFILT_USER;
  change.fflags = 0;
  ::kevent64(queue.get(), &change, 1, nullptr, 0, 0, nullptr);
  change.flags = 0;
  change.fflags = NOTE_TRIGGER;
  ::kevent64(queue.get(), &change, 1, nullptr, 0, 0, nullptr);
  return queue;
}

Ending EndingOf(int status) {
  if (WIFSIGNALED(status)) return Signaled{WTERMSIG(status)};
  return Exited{WEXITSTATUS(status)};
}

}  // namespace

bool CanLimitDescriptors() { return false; }

std::variant<Child, NotStarted> Child::Start(const ChildRequest& request) {
  if (request.argv.empty()) return NotStarted{"execve", EINVAL};
  const std::vector<char*> argv = Pointers(request.argv);
  const std::vector<char*> env = Pointers(request.env);
  const Execution execution;
  auto failures = MakePipe();
  if (!failures) return NotStarted{"pipe", failures.error().code};

  // A handler of the parent must not run in the child.
  sigset_t all;
  sigfillset(&all);
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  const int code = errno;
  if (pid == 0) RunInChild(request, execution, argv, env, failures->write.get());
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return NotStarted{"fork", code};

  Child child(pid, WatchEnd(pid));
  failures->write.Reset();
  Failure failure;
  // The pipe ends without a word once the program is executed.
  if (::read(failures->read.get(), &failure, sizeof failure) == sizeof failure) {
    child.Reap();
    return NotStarted{failure.stage, failure.code};
  }
  return child;
}

std::variant<Child, NotStarted> Child::Fork(int namespaces, const std::function<int()>& body) {
  if (namespaces != 0) return NotStarted{"namespaces", ENOTSUP};
  const pid_t pid = ::fork();
  if (pid < 0) return NotStarted{"fork", errno};
  if (pid > 0) return Child(pid, WatchEnd(pid));
  ::setsid();
  // An exception must not unwind into the copy of the caller's stack.
  ::_exit([&body]() noexcept { return body(); }());
}

Ending Child::Reap() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) != pid_) {
    // Not knowing how a launch ended is no ending that a verdict may be built on.
    if (errno != EINTR) std::abort();
  }
  pidfd_.Reset();
  ending_ = EndingOf(status);
  return ending_;
}

}  // namespace harness
