// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/adapter/adapter.h"

namespace harness {

// Runs one command line to its end in the session's workspace and as its account, behind its command prefix, with `env`
// and nothing else as its environment.
LaunchResult Execute(const SessionRequest& session, const LaunchRequest& launch, const std::vector<std::string>& command,
                     const std::vector<std::string>& env);

}  // namespace harness
