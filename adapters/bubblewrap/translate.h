// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/adapter/host_view.h"

namespace adapters {

// The option by which the program inside gets a terminal session of its own; BubblewrapOptions names it once.
inline constexpr char kOwnTerminalSession[] = "--new-session";

// The options of bwrap(1) 0.8 that enforce `policy`, without the program itself ("bwrap" and the command line are put
// around them); or the part that bubblewrap cannot enforce. Pure.
std::variant<std::vector<std::string>, harness::Refused> BubblewrapOptions(
    const harness::Policy& policy, const harness::SessionStage& stage, const harness::HostView& host,
    const std::vector<std::string>& launcher_environment);

}  // namespace adapters
