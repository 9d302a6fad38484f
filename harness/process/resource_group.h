// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// Groups of processes that the kernel counts and limits as one: control groups (cgroups(7)), of version 1 or 2, whichever has
// the controller. A process that begins in one never leaves it by anything that it, or what it starts, could do within a
// sandbox that shows no cgroup file system for writing.

enum class Resource { kMemory, kPids, kCpu };

// Whether the caller can make groups that limit, or for kCpu count, this. macOS has none.
bool CanGroup(Resource resource);

struct GroupLimits {
  std::optional<std::uint64_t> memory_bytes;  // swap included where the kernel counts it
  std::optional<std::uint32_t> pids;          // threads count each
  bool counts_cpu = false;
  bool Any() const { return memory_bytes || pids || counts_cpu; }
};

// Owns the group: destruction kills what is still in it and removes it. What a killed harness left behind is removed by the
// next one that makes a group.
class ResourceGroup {
 public:
  static Result<ResourceGroup> Make(const GroupLimits& limits);

  ResourceGroup(ResourceGroup&&) noexcept = default;
  ResourceGroup& operator=(ResourceGroup&&) noexcept;
  ~ResourceGroup();

  // The files to which a process writes "0" to be in the group from then on; needs the caller's own account.
  std::vector<std::string> Entrances() const;
  // Processor time of everything that ever ran in it; needs counts_cpu.
  Milliseconds CpuUsed() const;
  // How many of its processes the kernel has killed because the memory was used up.
  std::uint64_t MemoryKills() const;

 private:
  // One of version 2, or one for each controller of version 1.
  struct Directory {
    std::string path;
    UniqueFd lock;  // as long as it is held, the group has an owner
  };
  ResourceGroup() = default;
  void Remove();

  std::vector<Directory> directories_;
};

}  // namespace harness
