// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// What a translation needs to know of the Node that is driven.
struct NodeView {
  std::string model_option;          // "--permission", or its older spelling
  std::vector<std::string> scripts;  // files that the steps are written in, which Node has to read
};

// The options of node(1) under which its permission model enforces `policy`; or the part that it cannot enforce. Pure.
std::variant<std::vector<std::string>, harness::Refused> NodeOptions(const harness::Policy& policy,
                                                                     const NodeView& node);

// The environment block in which Node is started: the permission model withholds no variable, so nothing else is there.
std::vector<std::string> NodeEnvironment(const harness::Policy& policy, const harness::SessionStage& stage,
                                         const std::vector<std::string>& launcher_environment);

// Which of its spellings the option has that switches the permission model on, by what `node --help` prints; empty
// where there is no such model.
std::string FindModelOption(const std::string& help);

}  // namespace adapters
