// SPDX-License-Identifier: Apache-2.0
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"

namespace harness {
namespace {

// Not in the kernel headers of every distribution (landlock_create_ruleset(2)).
constexpr long kLandlockCreateRuleset = 444;
constexpr unsigned kLandlockVersion = 1;

constexpr char kAbsent[] = "absent";

std::string FirstLine(const std::string& path) {
  const auto content = ReadFile(path, 65536);
  if (!content) return kAbsent;
  return Printable(content->substr(0, content->find('\n')));
}

std::string Sysctl(const std::string& name) { return FirstLine("/proc/sys/" + name); }

std::string Kernel() {
  utsname name = {};
  if (::uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

std::string LandlockAbi() {
  const long abi = ::syscall(kLandlockCreateRuleset, nullptr, 0, kLandlockVersion);
  return abi < 0 ? kAbsent : "ABI " + std::to_string(abi);
}

bool Exists(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0;
}

std::string Cgroups() {
  if (Exists("/sys/fs/cgroup/cgroup.controllers")) return "v2";
  if (Exists("/sys/fs/cgroup/unified/cgroup.procs")) return "v1 with a v2 beside it";
  return Exists("/sys/fs/cgroup") ? "v1" : kAbsent;
}

// Those that the kernel has switched on, whichever version they are attached to (cgroups(7)).
std::string Controllers() {
  const auto table = ReadFile("/proc/cgroups", 65536);
  if (!table) return kAbsent;
  std::istringstream lines(*table);
  std::string list;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    std::string hierarchy;
    std::string groups;
    std::string enabled;
    if (line.starts_with('#') || !(words >> name >> hierarchy >> groups >> enabled) || enabled != "1") continue;
    list += (list.empty() ? "" : " ") + Printable(name);
  }
  return list.empty() ? "none" : list;
}

std::string AppArmor() {
  const std::string enabled = FirstLine("/sys/module/apparmor/parameters/enabled");
  return enabled == "Y" ? "on" : enabled == "N" ? "off" : enabled;
}

std::string SeLinux() {
  const std::string enforce = FirstLine("/sys/fs/selinux/enforce");
  return enforce == "1" ? "enforcing" : enforce == "0" ? "permissive" : enforce;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> HostFacts() {
  return {{"kernel", Kernel()},
          {"account", ::geteuid() == 0 ? "root" : "uid " + std::to_string(::geteuid())},
          {"landlock", LandlockAbi()},
          {"seccomp", ::prctl(PR_GET_SECCOMP) < 0 ? kAbsent : "yes"},
          {"cgroups", Cgroups()},
          {"cgroup controllers", Controllers()},
          {"security modules", FirstLine("/sys/kernel/security/lsm")},
          {"AppArmor", AppArmor()},
          {"SELinux", SeLinux()},
          {"user.max_user_namespaces", Sysctl("user/max_user_namespaces")},
          {"kernel.unprivileged_userns_clone", Sysctl("kernel/unprivileged_userns_clone")},
          {"kernel.apparmor_restrict_unprivileged_userns", Sysctl("kernel/apparmor_restrict_unprivileged_userns")},
          {"kernel.yama.ptrace_scope", Sysctl("kernel/yama/ptrace_scope")},
          {"fs.protected_hardlinks", Sysctl("fs/protected_hardlinks")},
          {"fs.protected_symlinks", Sysctl("fs/protected_symlinks")},
          {"dev.tty.legacy_tiocsti", Sysctl("dev/tty/legacy_tiocsti")}};
}

int UsableProcessors() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

bool AllowsExecution(const std::string& directory) {
  struct statvfs status = {};
  return ::statvfs(directory.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) == 0;
}

}  // namespace harness
