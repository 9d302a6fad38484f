// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include "harness/process/resource_group.h"

namespace harness {

bool CanGroup(Resource) { return false; }

Result<ResourceGroup> ResourceGroup::Make(const GroupLimits&) { return Fail("macOS has no control groups"); }

ResourceGroup& ResourceGroup::operator=(ResourceGroup&&) noexcept = default;
ResourceGroup::~ResourceGroup() = default;
std::vector<std::string> ResourceGroup::Entrances() const { return {}; }
Milliseconds ResourceGroup::CpuUsed() const { return Milliseconds(0); }
std::uint64_t ResourceGroup::MemoryKills() const { return 0; }
void ResourceGroup::Remove() {}

}  // namespace harness
