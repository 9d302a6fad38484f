// SPDX-License-Identifier: Apache-2.0
//
// Runs one program within namespaces, Landlock and a system call filter; the embedded sandbox of Sandproof. Its command line is
// an Order. It ends as the program did, with 128 + N for death by signal N, and with 125 where it could not confine it.
#include <linux/close_range.h>
#include <signal.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "adapters/landlock/launcher/die.h"
#include "adapters/landlock/launcher/filter.h"
#include "adapters/landlock/launcher/namespaces.h"
#include "adapters/landlock/launcher/order.h"
#include "adapters/landlock/launcher/privileges.h"
#include "adapters/landlock/launcher/root.h"
#include "adapters/landlock/launcher/ruleset.h"

namespace landlock {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void Execute(const Order& order) {
  std::vector<std::string> environment;
  for (const auto& [name, value] : order.environment) environment.push_back(name + "=" + value);
  const std::vector<char*> argv = Pointers(order.command);
  const std::vector<char*> env = Pointers(environment);
  ::execve(argv[0], argv.data(), env.data());
  Die("execute " + order.command.front());
}

[[noreturn]] void Confine(const Order& order) {
  BuildRoot(order);
  // The filter keeps everybody from typing into a terminal; a session of its own does so whatever the filter overlooks, but takes
  // the terminal's signals away.
  if (!order.keeps_terminal && ::getsid(0) != ::getpid() && ::setsid() < 0) Die("leave the session");
  GiveUpPrivileges();
  Restrict(order);
  FilterSystemCalls();
  if (!order.own_processes) Execute(order);
  // A process 1 that executes the program itself would have it live under the rules of an init, deaf to signals.
  const pid_t program = ::fork();
  if (program < 0) Die("start the program");
  if (program == 0) Execute(order);
  // What runs inside may not attach to process 1 and hold it (ptrace(2), "access mode checks").
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) Die("keep the program from process 1");
  int status = 0;
  for (pid_t ended = 0; ended != program;) {
    ended = ::waitpid(-1, &status, 0);
    if (ended < 0 && errno != EINTR) Die("wait for the program");
  }
  // With process 1 the kernel ends whatever else is in the namespace (pid_namespaces(7)).
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

void DieWithParent(pid_t parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) Die("ask to die with the parent");
  if (::getppid() != parent) ::_exit(kNotConfined);
}

// A directory, or a path, that stays open leads out of every root.
void CheckStandardDescriptors() {
  for (const int fd : {0, 1, 2}) {
    struct stat status = {};
    const int flags = ::fcntl(fd, F_GETFL);
    if (flags >= 0 && ((flags & O_PATH) != 0 || (::fstat(fd, &status) == 0 && S_ISDIR(status.st_mode)))) {
      DieBecause("look at descriptor " + std::to_string(fd), "it is a directory");
    }
  }
}

int Main(const std::vector<std::string>& arguments) {
  const Order order = FromArguments(arguments);
  CheckStandardDescriptors();
  if (::syscall(SYS_close_range, 3U, ~0U, 0) != 0) Die("close the inherited descriptors");
  const pid_t parent = ::getppid();
  EnterNamespaces(order);
  // Only now: another user namespace forgets what was asked for before it (prctl(2), PR_SET_PDEATHSIG).
  DieWithParent(parent);
  if (!order.own_processes) Confine(order);
  const pid_t init = ::fork();
  if (init < 0) Die("start the first process of the namespace");
  if (init == 0) {
    // The parent has no number in this pid namespace.
    DieWithParent(0);
    Confine(order);
  }
  int status = 0;
  while (::waitpid(init, &status, 0) != init) {
    if (errno != EINTR) Die("wait for the first process of the namespace");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace
}  // namespace landlock

int main(int argc, char** argv) { return landlock::Main({argv + 1, argv + argc}); }
