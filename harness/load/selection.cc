// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/base/nearest.h"
#include "harness/load/catalog.h"
#include "harness/load/pack_file.h"
#include "harness/load/problem_list.h"

namespace harness {
namespace {

// The scenarios that were chosen so far; a map, so that each stands in it once and in order.
using Chosen = std::map<std::string, Scenario>;

void AddProblem(Selection& selection, const std::string& file, std::string message) {
  selection.problems.push_back({{file, 0, 0}, std::move(message)});
}

const Scenario* Find(const Catalog& catalog, const std::string& id) {
  const auto found = std::find_if(catalog.scenarios.begin(), catalog.scenarios.end(),
                                  [&id](const Scenario& scenario) { return scenario.id == id; });
  return found == catalog.scenarios.end() ? nullptr : &*found;
}

// What keeps `scenario`, null where it is not there, from being the one that the pack has locked.
std::string WrongWithLock(const Pack& pack, const Scenario* scenario, const std::string& digest) {
  if (scenario == nullptr) return "is not there, or could not be loaded";
  if (scenario->pack != pack.name) return fmt::format("does not say 'pack: {}'", pack.name);
  return scenario->sha256 == digest ? "" : "has changed since the pack was locked";
}

void SelectPack(const Catalog& catalog, const Pack& pack, Selection& selection, Chosen& chosen) {
  selection.packs.push_back(pack);
  if (pack.scenarios.empty()) {
    AddProblem(selection, pack.file, std::string("the pack holds no scenario") + kLockPacks);
  }
  for (const auto& [id, digest] : pack.scenarios) {
    const Scenario* const scenario = Find(catalog, id);
    const std::string wrong = WrongWithLock(pack, scenario, digest);
    if (wrong.empty()) {
      chosen.emplace(id, *scenario);
    } else {
      AddProblem(selection, pack.file, fmt::format("the scenario {} {}{}", Quoted(id), wrong, kLockPacks));
    }
  }
  for (const Scenario& scenario : catalog.scenarios) {
    if (scenario.pack != pack.name || pack.scenarios.contains(scenario.id)) continue;
    AddProblem(selection, scenario.file,
               fmt::format("it says 'pack: {}', and that pack does not list it{}", pack.name, kLockPacks));
  }
}

bool IsGlob(const std::string& what) { return what.find_first_of("*?[") != std::string::npos; }

void SelectGlob(const Catalog& catalog, const std::string& glob, Selection& selection, Chosen& chosen) {
  bool matched = false;
  for (const Scenario& scenario : catalog.scenarios) {
    // No flag: `*` crosses `/`.
    if (::fnmatch(glob.c_str(), scenario.id.c_str(), 0) != 0) continue;
    chosen.emplace(scenario.id, scenario);
    matched = true;
  }
  if (!matched) AddProblem(selection, "", "no scenario's id matches " + Quoted(glob));
}

void SelectPath(const Catalog& catalog, const std::string& path, Selection& selection, Chosen& chosen) {
  Catalog loaded = LoadPaths({path}, catalog.root);
  selection.problems.insert(selection.problems.end(), loaded.problems.begin(), loaded.problems.end());
  if (loaded.scenarios.empty() && loaded.problems.empty()) {
    AddProblem(selection, path, "it holds no scenario");
  }
  for (Scenario& scenario : loaded.scenarios) {
    const auto [entry, is_new] = chosen.emplace(scenario.id, scenario);
    if (!is_new && entry->second.sha256 != scenario.sha256) {
      AddProblem(selection, scenario.file,
                 fmt::format("it has the same id as {}: '{}'", Quoted(entry->second.file), scenario.id));
    }
  }
}

std::string UnknownWhat(const Catalog& catalog, const std::string& what) {
  std::vector<std::string> known;
  for (const auto& [name, pack] : catalog.packs) known.push_back(name);
  for (const Scenario& scenario : catalog.scenarios) {
    if (scenario.id.starts_with(what + "/")) {
      return fmt::format("no pack, scenario, file or folder is named {} (did you mean '{}/*'?)", Quoted(what),
                         what);
    }
    known.push_back(scenario.id);
  }
  return fmt::format("no pack, scenario, file or folder is named {}{}", Quoted(what),
                     DidYouMean(what, known));
}

void SelectOne(const Catalog& catalog, const std::string& what, Selection& selection, Chosen& chosen) {
  std::error_code error;
  if (const auto pack = catalog.packs.find(what); pack != catalog.packs.end()) {
    SelectPack(catalog, pack->second, selection, chosen);
  } else if (const Scenario* scenario = Find(catalog, what)) {
    chosen.emplace(what, *scenario);
  } else if (std::filesystem::exists(what, error)) {
    SelectPath(catalog, what, selection, chosen);
  } else if (IsGlob(what)) {
    SelectGlob(catalog, what, selection, chosen);
  } else {
    AddProblem(selection, "", UnknownWhat(catalog, what));
  }
}

}  // namespace

Selection Select(const Catalog& catalog, const std::vector<std::string>& what) {
  Selection selection;
  Chosen chosen;
  if (what.empty())
    AddProblem(selection, "", "nothing was asked for: name a pack, a scenario, a glob, a file or a folder");
  const std::vector<std::string> once = [&what] {
    std::vector<std::string> words;
    for (const std::string& word : what) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
    return words;
  }();
  for (const std::string& word : once) SelectOne(catalog, word, selection, chosen);
  for (auto& [id, scenario] : chosen) selection.scenarios.push_back(std::move(scenario));
  return selection;
}

}  // namespace harness
