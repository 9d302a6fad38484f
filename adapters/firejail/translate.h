// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/adapter/host_view.h"

namespace adapters {

// What a translation needs to know of the host.
struct FirejailView {
  std::vector<harness::HostPath> top;    // every entry of /
  std::vector<harness::HostPath> run;    // every entry of /run but firejail's own
  std::vector<harness::HostPath> named;  // every path that the policy names
  std::string account;                   // the name of the account that starts firejail; empty where it has none
};

// The profile, one command a line (firejail-profile(5)), by which firejail 0.9.72 enforces `policy`; or the part that
// it cannot enforce. Pure.
std::variant<std::string, harness::Refused> FirejailProfile(const harness::Policy& policy,
                                                            const harness::SessionStage& stage,
                                                            const FirejailView& host);

// The environment block in which firejail is started, which it hands on to the program: what the policy passes and
// sets.
std::vector<std::string> FirejailEnvironment(const harness::Policy& policy, const harness::SessionStage& stage,
                                             const std::vector<std::string>& launcher_environment);

}  // namespace adapters
