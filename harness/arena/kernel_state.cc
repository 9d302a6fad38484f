// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/kernel_state.h"

#include <net/if.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/model/policy.h"

namespace harness {
namespace {

std::set<std::string> LinesOf(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

std::string WithoutMountsBelow(const std::string& directory, const std::string& mountinfo) {
  std::string kept;
  std::istringstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string point;
    for (int i = 0; i < 5; ++i) words >> point;
    if (!PathContains(directory, point)) kept += line + '\n';
  }
  return kept;
}

void AddMissing(const std::set<std::string>& lines, const std::set<std::string>& others, const std::string& mark,
                std::string& text) {
  for (const std::string& line : lines) {
    if (!others.contains(line)) text += (text.empty() ? "" : "; ") + mark + Printable(line);
  }
}

std::string InterfaceNames() {
  std::string names;
  struct if_nameindex* const all = ::if_nameindex();
  for (const struct if_nameindex* one = all; one != nullptr && one->if_index != 0; ++one) names += std::string(one->if_name) + '\n';
  if (all != nullptr) ::if_freenameindex(all);
  return names;
}

// Places of the host that an arena does not have for itself: only their own entries, since what lies deeper is others' business.
std::string SystemEntries() {
  std::string entries;
  for (const char* place : {"/", "/etc", "/etc/cron.d", "/opt", "/srv", "/boot", "/usr/local/bin", "/usr/local/lib", "/var/lib", "/var/spool"}) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(place, ignored)) entries += entry.path().string() + '\n';
  }
  return entries;
}

}  // namespace

std::map<std::string, std::string> KernelState(const std::string& but_not) {
  std::map<std::string, std::string> state;
  for (const auto& [name, file] : {std::pair{"mounts", "/proc/self/mountinfo"},
                                   std::pair{"shared memory", "/proc/sysvipc/shm"},
                                   std::pair{"semaphores", "/proc/sysvipc/sem"},
                                   std::pair{"message queues", "/proc/sysvipc/msg"},
                                   std::pair{"host name", "/proc/sys/kernel/hostname"}}) {
    state[name] = ReadFile(file).value_or("");
  }
  state["network interfaces"] = InterfaceNames();
  state["routes"] = ReadFile("/proc/net/route").value_or("");
  state["system directories"] = SystemEntries();
  if (!but_not.empty()) state["mounts"] = WithoutMountsBelow(but_not, state["mounts"]);
  return state;
}

std::string DescribeDifference(const std::map<std::string, std::string>& before,
                               const std::map<std::string, std::string>& after) {
  std::string all;
  for (const auto& [name, text] : before) {
    const auto other = after.find(name);
    if (other == after.end() || other->second == text) continue;
    std::string part;
    AddMissing(LinesOf(other->second), LinesOf(text), name + ": + ", part);
    AddMissing(LinesOf(text), LinesOf(other->second), name + ": - ", part);
    all += (all.empty() ? "" : "; ") + part;
  }
  return all;
}

}  // namespace harness
