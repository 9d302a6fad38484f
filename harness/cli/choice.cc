// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/choice.h"

#include <algorithm>

#include "harness/cli/complain.h"

namespace harness::cli {
namespace {

constexpr char kDefaultPack[] = "core";

}  // namespace

bool LooksLikeAPath(const std::string& what) {
  return what.ends_with(".yaml") || what.ends_with('/') || what.starts_with('/') || what.starts_with("./") ||
         what.starts_with("../");
}

std::optional<Chosen> Choose(const RunArguments& arguments, const std::string& root) {
  std::vector<std::string> what = arguments.what;
  if (what.empty()) what = {kDefaultPack};
  const bool only_paths = std::all_of(what.begin(), what.end(), LooksLikeAPath);
  const Catalog catalog = only_paths ? LoadPaths(what, root) : LoadCatalog(root);
  if (!catalog.problems.empty()) return Complain(catalog.problems), std::nullopt;
  Selection selection;
  if (only_paths) {
    selection.scenarios = catalog.scenarios;
  } else {
    selection = Select(catalog, what);
  }
  if (!selection.problems.empty()) return Complain(selection.problems), std::nullopt;
  if (selection.scenarios.empty()) return Complain("there is no scenario in what was named"), std::nullopt;
  Chosen chosen{std::move(selection.scenarios), std::move(selection.packs), {}};
  for (const Scenario& scenario : (only_paths ? LoadCatalog(root) : catalog).scenarios) chosen.known_ids.insert(scenario.id);
  return chosen;
}

}  // namespace harness::cli
