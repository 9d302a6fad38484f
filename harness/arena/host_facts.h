// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace harness {

// What of this host decides what a sandbox can do here, as names with values: kernel, account, Landlock ABI, namespaces,
// seccomp, cgroups, and the sysctls that hide or show faults. "absent" where the host has no such thing.
std::vector<std::pair<std::string, std::string>> HostFacts();

}  // namespace harness
