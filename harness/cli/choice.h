// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/cli/run_command.h"
#include "harness/load/catalog.h"
#include "harness/model/scenario.h"

namespace harness::cli {

// By its spelling alone: what lies in the working directory must not take the place of a pack or a scenario.
bool LooksLikeAPath(const std::string& what);

struct Chosen {
  std::vector<Scenario> scenarios;
  std::vector<Pack> packs;
  std::set<std::string> known_ids;  // of every scenario that there is
};

// Loads what was asked for from the tree at `root`, or complains and returns nothing.
std::optional<Chosen> Choose(const RunArguments& arguments, const std::string& root);

}  // namespace harness::cli
