// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "harness/arena/census.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

constexpr std::size_t kShownCommandBytes = 512;

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

std::string ReadStart(int directory, const std::string& file) {
  const UniqueFd fd(::openat(directory, file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return {};
  std::array<char, 4096> buffer;
  const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
  return got <= 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(got));
}

// The fields behind the name, which itself may hold blanks and parentheses: "1 (a) b) S 0 ...".
std::optional<ProcessInfo> ParseStat(const std::string& stat) {
  const std::size_t name_end = stat.rfind(')');
  const std::size_t name_start = stat.find('(');
  if (name_end == std::string::npos || name_start == std::string::npos) return std::nullopt;
  ProcessInfo process;
  process.command = "[" + stat.substr(name_start + 1, name_end - name_start - 1) + "]";
  process.pid = std::atoi(stat.c_str());
  const char* at = stat.c_str() + name_end + 1;
  char state = '?';
  long threads = 0;
  // Field 3 is the state, 4 the parent, 20 the number of threads, 22 the start time.
  for (int field = 3; field <= 22; ++field) {
    at += std::strspn(at, " ");
    if (field == 3) state = *at;
    if (field == 4) process.parent = std::atoi(at);
    if (field == 20) threads = std::atol(at);
    if (field == 22) process.start_time = std::strtoull(at, nullptr, 10);
    at += std::strcspn(at, " ");
  }
  process.is_over = (state == 'Z' || state == 'X') && threads <= 1;
  return process;
}

std::optional<ProcessInfo> Look(int proc, const std::string& pid) {
  std::optional<ProcessInfo> process = ParseStat(ReadStart(proc, pid + "/stat"));
  if (!process) return process;
  std::string words = ReadStart(proc, pid + "/cmdline").substr(0, kShownCommandBytes);
  std::replace(words.begin(), words.end(), '\0', ' ');
  while (words.ends_with(' ')) words.pop_back();
  if (!words.empty()) process->command = words;
  return process;
}

}  // namespace

std::vector<ProcessInfo> TakeCensus() {
  std::vector<ProcessInfo> census;
  const std::unique_ptr<DIR, CloseDirectory> directory(::opendir("/proc"));
  if (!directory) return census;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    if (auto process = Look(::dirfd(directory.get()), entry->d_name)) census.push_back(*std::move(process));
  }
  std::sort(census.begin(), census.end(), [](const auto& a, const auto& b) { return a.pid < b.pid; });
  return census;
}

}  // namespace harness
