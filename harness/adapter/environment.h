// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"

namespace harness {

// The environment of the program inside: a few variables that every program expects, those that the policy lets pass from
// the launcher's, those that it sets. `tmp` is the value of TMPDIR, which is left out where it is empty. Pure.
std::map<std::string, std::string> EnvironmentInside(const Policy& policy, const SessionStage& stage, const std::string& tmp,
                                                     const std::vector<std::string>& launcher_environment);

// NAME=value, as execve(2) takes it.
std::vector<std::string> EnvironmentBlock(const std::map<std::string, std::string>& environment);

}  // namespace harness
