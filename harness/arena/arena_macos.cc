// SPDX-License-Identifier: Apache-2.0
#include <libproc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "harness/arena/arena.h"
#include "harness/model/policy.h"

namespace harness {

// Of a kind that Child::Fork does not know, so that no worker starts that would take the host for its own.
int Arena::Namespaces(const ArenaNeeds&) { return 1; }

std::vector<ProcessInfo> Arena::Inhabitants() const {
  const std::vector<ProcessInfo> census = TakeCensus();
  std::vector<ProcessInfo> inhabitants = DescendantsOf(::getpid(), census);
  std::error_code error;
  const std::string base = std::filesystem::canonical(base_, error).string();
  if (error) return inhabitants;
  for (const ProcessInfo& process : census) {
    std::array<char, PROC_PIDPATHINFO_MAXSIZE> program = {};
    if (::proc_pidpath(process.pid, program.data(), program.size()) <= 0 || !PathContains(base, program.data())) continue;
    const auto is_same = [&process](const ProcessInfo& one) { return one.pid == process.pid; };
    if (std::none_of(inhabitants.begin(), inhabitants.end(), is_same)) inhabitants.push_back(process);
  }
  return inhabitants;
}

}  // namespace harness
