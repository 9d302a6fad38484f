// SPDX-License-Identifier: Apache-2.0
#include <libproc.h>
#include <sys/proc.h>
#include <sys/proc_info.h>
#include <sys/sysctl.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <optional>

#include "harness/arena/census.h"

namespace harness {
namespace {

constexpr std::size_t kShownCommandBytes = 512;
constexpr std::uint64_t kMicrosecondsPerSecond = 1'000'000;

std::vector<pid_t> AllPids() {
  // More may come between the two calls.
  std::vector<pid_t> pids(static_cast<std::size_t>(std::max(0, ::proc_listallpids(nullptr, 0))) + 256);
  const int count = ::proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
  pids.resize(static_cast<std::size_t>(std::max(0, count)));
  return pids;
}

// The kernel keeps the number of arguments, the path, blanks of zeros and then the arguments, one after another.
std::string CommandLine(pid_t pid) {
  std::array<int, 3> name = {CTL_KERN, KERN_PROCARGS2, pid};
  std::vector<char> block(ARG_MAX);
  std::size_t size = block.size();
  if (::sysctl(name.data(), name.size(), block.data(), &size, nullptr, 0) != 0 || size <= sizeof(int)) return {};
  int count = 0;
  std::memcpy(&count, block.data(), sizeof count);
  const std::string text(block.data() + sizeof count, size - sizeof count);
  std::size_t at = text.find_first_not_of('\0', text.find('\0'));
  std::string line;
  for (int i = 0; i < count && at < text.size() && line.size() < kShownCommandBytes; ++i) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    line += (line.empty() ? "" : " ") + text.substr(at, end - at);
    at = end + 1;
  }
  return line.substr(0, kShownCommandBytes);
}

std::optional<ProcessInfo> Look(pid_t pid) {
  proc_bsdinfo info = {};
  if (::proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, sizeof info) != static_cast<int>(sizeof info)) return std::nullopt;
  ProcessInfo process;
  process.pid = pid;
  process.parent = static_cast<pid_t>(info.pbi_ppid);
  process.start_time = info.pbi_start_tvsec * kMicrosecondsPerSecond + info.pbi_start_tvusec;
  process.is_over = info.pbi_status == SZOMB;
  process.command = CommandLine(pid);
  if (process.command.empty()) process.command = "[" + std::string(info.pbi_comm) + "]";
  return process;
}

}  // namespace

std::vector<ProcessInfo> TakeCensus() {
  std::vector<ProcessInfo> census;
  for (const pid_t pid : AllPids()) {
    if (auto process = Look(pid)) census.push_back(*std::move(process));
  }
  std::sort(census.begin(), census.end(), [](const auto& a, const auto& b) { return a.pid < b.pid; });
  return census;
}

}  // namespace harness
