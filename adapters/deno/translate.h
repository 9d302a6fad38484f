// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// The options of `deno run` under which Deno's permissions enforce `policy`; or the part that they cannot enforce.
// Pure.
std::variant<std::vector<std::string>, harness::Refused> DenoOptions(const harness::Policy& policy);

// The environment block in which Deno is started. It holds the launcher's variables: to keep those from the program
// that the policy does not pass is Deno's promise. Deno's own caches go to `cache_directory`.
std::vector<std::string> DenoEnvironment(const harness::Policy& policy, const harness::SessionStage& stage,
                                         const std::vector<std::string>& launcher_environment,
                                         const std::string& cache_directory);

// How Deno is to run a script, permissions aside: without anything from the network, from the project or from a person.
const std::vector<std::string>& DenoRunOptions();

}  // namespace adapters
