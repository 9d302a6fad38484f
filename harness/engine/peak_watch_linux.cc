// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/arena/census.h"
#include "harness/base/file.h"
#include "harness/base/unique_fd.h"
#include "harness/engine/peak_watch.h"

namespace harness {
namespace {

constexpr Milliseconds kPause{1};
constexpr char kHolds[] = "at-peak\n";

using Name = std::pair<pid_t, std::uint64_t>;

std::string FileOf(pid_t pid, const char* name) { return "/proc/" + std::to_string(pid) + "/" + name; }

std::vector<ProcessInfo> Descendants() { return DescendantsOf(::getpid(), TakeCensus()); }

// In nanoseconds, of a process of one thread; 0 where the kernel does not say (CONFIG_SCHED_INFO).
Milliseconds OnProcessor(pid_t pid) {
  return Milliseconds(std::strtoull(ReadFile(FileOf(pid, "schedstat")).value_or("").c_str(), nullptr, 10) / 1'000'000);
}

// Fields 14 and 15 are its own time in user and kernel mode, in clock ticks that are cut off; 16 and 17 that of the children
// that it has waited for.
Milliseconds CpuOf(pid_t pid) {
  const std::string stat = ReadFile(FileOf(pid, "stat")).value_or("");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return Milliseconds(0);
  std::istringstream fields(stat.substr(name_end + 1));
  std::string field;
  for (int i = 3; i < 14; ++i) fields >> field;
  long long user = 0, kernel = 0, children_user = 0, children_kernel = 0;
  fields >> user >> kernel >> children_user >> children_kernel;
  const auto time = [](long long ticks) { return Milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK)); };
  return std::max(time(user + kernel), OnProcessor(pid)) + time(children_user + children_kernel);
}

std::uint64_t MemoryOf(pid_t pid) {
  std::istringstream status(ReadFile(FileOf(pid, "status")).value_or(""));
  std::uint64_t kilobytes = 0;
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with("RssAnon:") && !line.starts_with("RssShmem:")) continue;
    kilobytes += std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
  }
  return kilobytes << 10;
}

std::size_t FilesOf(pid_t pid) {
  std::error_code denied;
  std::size_t files = 0;
  for (std::filesystem::directory_iterator at(FileOf(pid, "fd"), denied), end; !denied && at != end; at.increment(denied)) ++files;
  return files;
}

bool Holds(pid_t pid) { return ReadFile(FileOf(pid, "comm")).value_or("") == kHolds; }

// By a descriptor, so that no other process can be hit that has got its number meanwhile.
void Release(pid_t pid) {
  const UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (process && Holds(pid)) ::syscall(SYS_pidfd_send_signal, process.get(), SIGUSR1, nullptr, 0);
}

}  // namespace

class PeakWatch::Watcher {
 public:
  Watcher() {
    for (const ProcessInfo& process : Descendants()) known_.emplace(process.pid, process.start_time);
    thread_ = std::thread([this] { Watch(); });
  }
  ~Watcher() { Stop(); }

  Peak Stop() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopped_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    return peak_;
  }

 private:
  void Watch() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stopped_) {
      lock.unlock();
      const std::vector<pid_t> holding = Look();
      // Those that came first may have been looked at before the others were there.
      if (!holding.empty()) Look();
      for (const pid_t pid : holding) Release(pid);
      lock.lock();
      wake_.wait_for(lock, kPause, [this] { return stopped_; });
    }
  }

  // Which processes hold and wait.
  std::vector<pid_t> Look() {
    std::vector<pid_t> holding;
    Peak now;
    for (const ProcessInfo& process : Descendants()) {
      if (known_.contains({process.pid, process.start_time})) continue;
      now.cpu += CpuOf(process.pid);
      if (process.is_over) continue;
      ++now.processes;
      now.memory_bytes += MemoryOf(process.pid);
      now.files = std::max(now.files, FilesOf(process.pid));
      if (Holds(process.pid)) holding.push_back(process.pid);
    }
    peak_.processes = std::max(peak_.processes, now.processes);
    peak_.memory_bytes = std::max(peak_.memory_bytes, now.memory_bytes);
    peak_.cpu = std::max(peak_.cpu, now.cpu);
    peak_.files = std::max(peak_.files, now.files);
    ++peak_.looks;
    return holding;
  }

  std::set<Name> known_;
  Peak peak_;  // the thread's until it has ended
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
  std::thread thread_;
};

PeakWatch::PeakWatch() : watcher_(std::make_unique<Watcher>()) {}
PeakWatch::~PeakWatch() = default;

Peak PeakWatch::Finish() { return watcher_->Stop(); }

}  // namespace harness
