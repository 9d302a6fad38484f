// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/model/policy.h"
#include "harness/process/resource_group.h"

namespace harness {

// The limits that whoever launches a program can keep, whatever sandbox it is launched in. An adapter whose sandbox sets none
// may keep its promises by these; one that does not hand them to Execute must not.

// The promises that can be kept here: what is printed is counted and the launch killed; open descriptors by RLIMIT_NOFILE
// (setrlimit(2)), which holds where the sandbox leaves no CAP_SYS_RESOURCE; memory, processes and processor time of
// everything in the session by a group of the kernel's, where the caller may make one.
std::vector<std::string> PromisesAtLaunch();

// Whether `promise`, one of limits.*, is among them.
bool KeptAtLaunch(const std::string& promise);

// What one session's launches have in common.
class LaunchLimits {
 public:
  // Expects that every limit in `limits` can be kept.
  static Result<LaunchLimits> For(const Limits& limits);

  const Limits& limits() const { return limits_; }
  // Null where no limit needs one.
  const ResourceGroup* group() const { return group_ ? &*group_ : nullptr; }

 private:
  Limits limits_;
  std::optional<ResourceGroup> group_;
};

}  // namespace harness
