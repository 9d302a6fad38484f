// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/adapter/launch_limits.h"

namespace harness {

// Starts one command line in the session's workspace and as its account, behind its command prefix, with `env` and nothing
// else as its environment; on a terminal where the launch's surface is one. `then`, where there is one, is called once with
// the result when the launch is over, and may change it. `limits`, where there are any, is what to keep from here of the
// policy's limits; they must outlive the launch.
std::unique_ptr<Process> Execute(const SessionRequest& session, const LaunchRequest& launch,
                                 const std::vector<std::string>& command, const std::vector<std::string>& env,
                                 std::function<void(LaunchResult&)> then = {}, const LaunchLimits* limits = nullptr);

}  // namespace harness
