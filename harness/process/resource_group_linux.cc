// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/process/resource_group.h"

namespace harness {
namespace {

// Where the controllers are by custom (file-hierarchy(7)): those of version 1 each in a directory, version 2 as a whole.
constexpr char kRoot[] = "/sys/fs/cgroup";
constexpr char kPrefix[] = "sandproof-limit-";

bool Exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

bool IsVersion2() { return Exists(std::string(kRoot) + "/cgroup.controllers"); }

// Only what is enabled for the children can be limited in them; cpu.stat is in every one.
bool IsEnabledForChildren(const std::string& controller) {
  std::istringstream words(ReadFile(std::string(kRoot) + "/cgroup.subtree_control").value_or(""));
  for (std::string word; words >> word;) {
    if (word == controller) return true;
  }
  return false;
}

std::string ControllerOf(Resource resource) {
  switch (resource) {
    case Resource::kMemory: return "memory";
    case Resource::kPids: return "pids";
    case Resource::kCpu: return "cpuacct";
  }
  return {};
}

// An ordinary write: these files do not take to being replaced.
Result<void> Put(const std::string& file, const std::string& text) {
  const UniqueFd fd(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return FailErrno("cannot open " + file);
  if (::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) return FailErrno("cannot set " + file);
  return {};
}

std::string Contents(const std::string& file) { return ReadFile(file).value_or(""); }

// The number behind `key` in a file of lines "key number".
std::uint64_t Keyed(const std::string& text, const std::string& key) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    std::uint64_t number = 0;
    if (word == key && words >> number) return number;
  }
  return 0;
}

void KillMembers(const std::string& directory) {
  std::istringstream pids(Contents(directory + "/cgroup.procs"));
  for (pid_t pid = 0; pids >> pid;) {
    if (pid > 0) ::kill(pid, SIGKILL);
  }
}

// A group whose lock can be had belongs to nobody any more.
void SweepBelow(const std::string& root) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(root, ignored)) {
    if (!entry.path().filename().string().starts_with(kPrefix)) continue;
    const UniqueFd fd(::open(entry.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) ::rmdir(entry.path().c_str());
  }
}

std::vector<std::string> RootsFor(const GroupLimits& limits) {
  if (IsVersion2()) return {kRoot};
  std::vector<std::string> roots;
  const auto add = [&roots](bool wanted, Resource resource) {
    if (wanted) roots.push_back(std::string(kRoot) + "/" + ControllerOf(resource));
  };
  add(limits.memory_bytes.has_value(), Resource::kMemory);
  add(limits.pids.has_value(), Resource::kPids);
  add(limits.counts_cpu, Resource::kCpu);
  return roots;
}

Result<void> LimitMemory(const std::string& directory, std::uint64_t bytes) {
  const std::string text = std::to_string(bytes);
  if (Exists(directory + "/memory.max")) {
    SANDPROOF_TRY(Put(directory + "/memory.max", text));
    return Exists(directory + "/memory.swap.max") ? Put(directory + "/memory.swap.max", "0") : Result<void>();
  }
  const std::string with_swap = directory + "/memory.memsw.limit_in_bytes";
  if (!Exists(directory + "/memory.limit_in_bytes")) return {};
  SANDPROOF_TRY(Put(directory + "/memory.limit_in_bytes", text));
  return Exists(with_swap) ? Put(with_swap, text) : Result<void>();
}

}  // namespace

bool CanGroup(Resource resource) {
  const std::string controller = ControllerOf(resource);
  if (!IsVersion2()) return ::access((std::string(kRoot) + "/" + controller).c_str(), W_OK) == 0;
  return ::access(kRoot, W_OK) == 0 && (resource == Resource::kCpu || IsEnabledForChildren(controller));
}

Result<ResourceGroup> ResourceGroup::Make(const GroupLimits& limits) {
  ResourceGroup group;
  const std::string name = kPrefix + MakeNonce();
  for (const std::string& root : RootsFor(limits)) {
    SweepBelow(root);
    const std::string path = root + "/" + name;
    if (::mkdir(path.c_str(), 0755) != 0) return FailErrno("cannot make " + path);
    group.directories_.push_back({path, UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))});
    if (::flock(group.directories_.back().lock.get(), LOCK_EX | LOCK_NB) != 0) return FailErrno("cannot lock " + path);
    if (limits.memory_bytes) SANDPROOF_TRY(LimitMemory(path, *limits.memory_bytes));
    if (limits.pids && Exists(path + "/pids.max")) SANDPROOF_TRY(Put(path + "/pids.max", std::to_string(*limits.pids)));
  }
  return group;
}

ResourceGroup& ResourceGroup::operator=(ResourceGroup&& other) noexcept {
  if (this != &other) {
    Remove();
    directories_ = std::move(other.directories_);
  }
  return *this;
}

ResourceGroup::~ResourceGroup() { Remove(); }

// A group can be removed once the last of its processes is gone, which a kill does not wait for.
void ResourceGroup::Remove() {
  for (const Directory& directory : directories_) {
    const Deadline deadline = Deadline::In(Milliseconds(5'000));
    while (::rmdir(directory.path.c_str()) != 0 && errno == EBUSY && !deadline.Passed()) {
      KillMembers(directory.path);
      ::usleep(200);
    }
  }
  directories_.clear();
}

std::vector<std::string> ResourceGroup::Entrances() const {
  std::vector<std::string> files;
  for (const Directory& directory : directories_) files.push_back(directory.path + "/cgroup.procs");
  return files;
}

Milliseconds ResourceGroup::CpuUsed() const {
  for (const Directory& directory : directories_) {
    if (const std::string nanoseconds = Contents(directory.path + "/cpuacct.usage"); !nanoseconds.empty()) {
      return Milliseconds(std::strtoull(nanoseconds.c_str(), nullptr, 10) / 1'000'000);
    }
    if (const std::string stat = Contents(directory.path + "/cpu.stat"); !stat.empty()) {
      return Milliseconds(Keyed(stat, "usage_usec") / 1'000);
    }
  }
  return Milliseconds(0);
}

std::uint64_t ResourceGroup::MemoryKills() const {
  for (const Directory& directory : directories_) {
    for (const char* file : {"/memory.events", "/memory.oom_control"}) {
      if (const std::string events = Contents(directory.path + file); !events.empty()) return Keyed(events, "oom_kill");
    }
  }
  return 0;
}

}  // namespace harness
