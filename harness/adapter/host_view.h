// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/policy.h"

namespace harness {

// A path as the host has it.
struct HostPath {
  enum class Kind { kMissing, kDirectory, kFile, kSocket, kSymlink };
  std::string path;
  Kind kind = Kind::kMissing;
  std::string target{};  // of a symbolic link
};

// Looks at the path itself, through no link at its end.
HostPath LookAt(const std::string& path);
// What `paths` say of `path`; kMissing where they say nothing.
HostPath::Kind KindIn(const std::vector<HostPath>& paths, const std::string& path);

// What a translation needs to know of the host, so that it can be pure.
struct HostView {
  std::vector<HostPath> system;  // what programs need to start, in the order in which it is to be mounted
  std::vector<HostPath> named;   // every path that the policy names
  std::vector<std::string> limits{};  // the promises of limits that can be kept here; see PromisesAtLaunch

  HostPath::Kind KindOf(const std::string& path) const { return KindIn(named, path); }
};

// The paths of a Linux system that hold what programs need to start; of /etc, only what is no secret.
const std::vector<std::string>& SystemPaths();

// Looks at the paths of the policy now, and at those of the system once for the life of the process.
HostView LookAtHost(const Policy& policy);

}  // namespace harness
