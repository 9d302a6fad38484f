// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// A path as the host has it.
struct HostPath {
  enum class Kind { kMissing, kDirectory, kFile, kSymlink };
  std::string path;
  Kind kind = Kind::kMissing;
  std::string target;  // of a symbolic link
};

// What a translation needs to know of the host.
struct HostView {
  std::vector<HostPath> system;  // what programs need to start, in the order in which it is to be mounted
  std::vector<HostPath> named;   // every path that the policy names
};

// The paths of a Linux system that hold what programs need to start; of /etc, only what is no secret.
const std::vector<std::string>& SystemPaths();

// The options of bwrap(1) 0.8 that enforce `policy`, without the program itself ("bwrap" and the command line are put
// around them); or the part that bubblewrap cannot enforce. Pure.
std::variant<std::vector<std::string>, harness::Refused> BubblewrapOptions(
    const harness::Policy& policy, const harness::SessionStage& stage, const HostView& host,
    const std::vector<std::string>& launcher_environment);

}  // namespace adapters
