// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/host.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "harness/base/file.h"

namespace adapters {
namespace {

constexpr char kCgroups[] = "/sys/fs/cgroup";

// proc_pid_mountinfo(5): blanks and backslashes are written as three octal digits.
std::string Unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::vector<std::string> MountPoints() {
  std::vector<std::string> points;
  std::istringstream lines(harness::ReadFile("/proc/self/mountinfo").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    for (int i = 0; i < 5; ++i) words >> word;
    // One that something else has been mounted over is not there any more.
    if (std::string point = Unescaped(word); harness::LookAt(point).kind != harness::HostPath::Kind::kMissing)
      points.push_back(std::move(point));
  }
  return points;
}

std::vector<std::string> TopLevel() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/", ignored)) {
    const std::string path = entry.path().string();
    if (path != "/dev" && path != "/proc" && path != "/sys" && std::filesystem::exists(path, ignored))
      names.push_back(path);
  }
  return names;
}

bool HasController(const std::string& name) {
  const std::string own = std::string(kCgroups) + "/" + name;
  if (::access(own.c_str(), W_OK) == 0) return true;
  std::istringstream controllers(harness::ReadFile(std::string(kCgroups) + "/cgroup.controllers").value_or(""));
  for (std::string word; controllers >> word;) {
    if (word == name) return ::access(kCgroups, W_OK) == 0;
  }
  return false;
}

}  // namespace

bool MixesCgroupVersions() {
  return harness::ReadFile(std::string(kCgroups) + "/unified/cgroup.controllers")
             .value_or("")
             .find_first_not_of('\n') != std::string::npos;
}

ContainerHost LookAtLimits(Engine engine, const harness::Account& account) {
  ContainerHost host;
  host.account = account;
  // gVisor would limit its own kernel, not what runs in it; podman makes cgroups that it leaves behind.
  const bool sets_limits = engine == Engine::kRunc || engine == Engine::kCrun || engine == Engine::kDocker;
  if (!sets_limits || account.uid != 0) return host;
  host.limits_memory = HasController("memory");
  host.limits_pids = HasController("pids");
  host.limits_swap = ::access("/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes", F_OK) == 0 ||
                     ::access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0;
  return host;
}

ContainerHost LookAtHost(Engine engine, const harness::Policy& policy, const harness::Account& account) {
  ContainerHost host = LookAtLimits(engine, account);
  for (const auto* paths : {&policy.filesystem.read, &policy.filesystem.write, &policy.filesystem.deny}) {
    for (const std::string& path : *paths) host.named.push_back(harness::LookAt(path));
  }
  host.top_level = TopLevel();
  host.mount_points = MountPoints();
  return host;
}

}  // namespace adapters
