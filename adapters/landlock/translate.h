// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "adapters/landlock/launcher/order.h"
#include "harness/adapter/adapter.h"
#include "harness/adapter/host_view.h"

namespace adapters {

// The order for sandproof-landlock that enforces `policy`, but for the command; or the part that it cannot enforce. Pure.
std::variant<landlock::Order, harness::Refused> LandlockOrder(const harness::Policy& policy, const harness::SessionStage& stage,
                                                              const harness::HostView& host,
                                                              const std::vector<std::string>& launcher_environment);

}  // namespace adapters
