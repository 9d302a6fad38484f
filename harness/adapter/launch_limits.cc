// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/launch_limits.h"

#include <algorithm>

#include "harness/model/promise.h"
#include "harness/process/child.h"

namespace harness {

std::vector<std::string> PromisesAtLaunch() {
  std::vector<std::string> promises = {promise::kLimitOutput};
  if (CanLimitDescriptors()) promises.emplace_back(promise::kLimitFiles);
  if (CanGroup(Resource::kMemory)) promises.emplace_back(promise::kLimitMemory);
  if (CanGroup(Resource::kPids)) promises.emplace_back(promise::kLimitPids);
  if (CanGroup(Resource::kCpu)) promises.emplace_back(promise::kLimitCpu);
  return promises;
}

bool KeptAtLaunch(const std::string& promise) {
  const std::vector<std::string> kept = PromisesAtLaunch();
  return std::find(kept.begin(), kept.end(), promise) != kept.end();
}

Result<LaunchLimits> LaunchLimits::For(const Limits& limits) {
  LaunchLimits made;
  made.limits_ = limits;
  const GroupLimits group{limits.memory_bytes, limits.pids, limits.cpu.has_value()};
  if (group.Any()) {
    SANDPROOF_ASSIGN(made.group_, ResourceGroup::Make(group));
  }
  return made;
}

}  // namespace harness
