// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// Where a path really leads, with every symbolic link on the way followed. One that is not in it leads to itself.
using LinkedPaths = std::map<std::string, std::string>;

// Every spelling in which Seatbelt may see the path: /tmp, /var and /etc are links to directories of /private. The real
// one comes first.
std::vector<std::string> Spellings(const std::string& path);

// The paths, in their normal form, that a translation has to know the whereabouts of.
std::vector<std::string> PathsOf(const harness::Policy& policy, const harness::SessionStage& stage);

// The profile for sandbox-exec(1) that enforces `policy`; or the part of it that Seatbelt cannot enforce. Pure.
std::variant<std::string, harness::Refused> SeatbeltProfile(const harness::Policy& policy,
                                                            const harness::SessionStage& stage,
                                                            const LinkedPaths& links);

}  // namespace adapters
