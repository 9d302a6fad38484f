// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/census.h"

#include "harness/base/encoding.h"

namespace harness {

std::string Describe(const ProcessInfo& process) {
  return std::to_string(process.pid) + " " + Printable(process.command);
}

std::vector<ProcessInfo> DescendantsOf(pid_t ancestor, const std::vector<ProcessInfo>& census) {
  std::set<pid_t> family = {ancestor};
  // A parent may have the higher pid once pids have wrapped, so one pass is not enough.
  for (std::size_t before = 0; before != family.size();) {
    before = family.size();
    for (const ProcessInfo& process : census) {
      if (family.contains(process.parent)) family.insert(process.pid);
    }
  }
  std::vector<ProcessInfo> descendants;
  for (const ProcessInfo& process : census) {
    if (process.pid != ancestor && family.contains(process.pid)) descendants.push_back(process);
  }
  return descendants;
}

}  // namespace harness
