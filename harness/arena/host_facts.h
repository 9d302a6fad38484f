// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace harness {

// What of this host decides what a sandbox can do here, as names with values: kernel, account, Landlock ABI, namespaces,
// seccomp, cgroups, and the sysctls that hide or show faults. "absent" where the host has no such thing.
std::vector<std::pair<std::string, std::string>> HostFacts();

// How many processors the caller may run on.
int UsableProcessors();

// Whether programs may be executed from where `directory` lies.
bool AllowsExecution(const std::string& directory);

}  // namespace harness
