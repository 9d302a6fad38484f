// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// What a translation needs to know of the host.
struct CodexHost {
  std::vector<std::string> missing;  // every path that the policy grants and that does not exist
  // What codex itself executes inside: its program and the directory in which it puts links to that.
  std::vector<std::string> own;
  std::string tmp;  // where codex's helper puts its locks: TMPDIR of the program inside is that of the helper too
};

// The config.toml with a permission profile that enforces `policy`, for codex 0.138 and later; or the part that codex
// cannot enforce. Pure.
std::variant<std::string, harness::Refused> CodexConfig(const harness::Policy& policy,
                                                        const harness::SessionStage& stage, const CodexHost& host,
                                                        const std::vector<std::string>& launcher_environment);

}  // namespace adapters
