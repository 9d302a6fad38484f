// SPDX-License-Identifier: Apache-2.0
#include <sys/mount.h>
#include <sys/sysctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"

namespace harness {
namespace {

constexpr char kAbsent[] = "absent";

std::string Kernel() {
  utsname name = {};
  if (::uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

std::string TextOf(const char* name) {
  std::string text(256, '\0');
  std::size_t size = text.size();
  if (::sysctlbyname(name, text.data(), &size, nullptr, 0) != 0) return kAbsent;
  return Printable(text.substr(0, text.find('\0')));
}

std::string NumberOf(const char* name) {
  int value = 0;
  std::size_t size = sizeof value;
  return ::sysctlbyname(name, &value, &size, nullptr, 0) == 0 ? std::to_string(value) : kAbsent;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> HostFacts() {
  return {{"kernel", Kernel()},
          {"account", ::geteuid() == 0 ? "root" : "uid " + std::to_string(::geteuid())},
          {"kern.osproductversion", TextOf("kern.osproductversion")},
          {"kern.osversion", TextOf("kern.osversion")},
          {"kern.secure_kernel", NumberOf("kern.secure_kernel")},
          {"security.mac.lockdown_mode_state", NumberOf("security.mac.lockdown_mode_state")}};
}

int UsableProcessors() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

bool AllowsExecution(const std::string& directory) {
  struct statfs status = {};
  return ::statfs(directory.c_str(), &status) == 0 && (status.f_flags & MNT_NOEXEC) == 0;
}

}  // namespace harness
