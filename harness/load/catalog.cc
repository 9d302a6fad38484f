// SPDX-License-Identifier: Apache-2.0
#include "harness/load/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "harness/load/pack_file.h"
#include "harness/load/problem_list.h"
#include "harness/load/scenario_loader.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

constexpr char kPacks[] = "packs";
constexpr char kYaml[] = ".yaml";

constexpr std::string_view kIdCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";

void AddProblem(Catalog& catalog, const std::string& file, std::string message) {
  catalog.problems.push_back({{file, 0, 0}, std::move(message)});
}

void AddProblems(Catalog& catalog, std::vector<Problem> problems) {
  catalog.problems.insert(catalog.problems.end(), std::make_move_iterator(problems.begin()),
                          std::make_move_iterator(problems.end()));
}

// `path` without links and dots as far as it exists; as it is where that cannot be told.
fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : canonical;
}

// Where the file lies; a link is a file of its own, under its own name.
fs::path PlaceOf(const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error);
  return error ? file : Canonical(absolute.parent_path()) / absolute.filename();
}

// Every file below `folder` that ends with .yaml, ordered, without those of the folder `packs` at its top.
std::vector<fs::path> FilesBelow(const fs::path& folder, Catalog& catalog) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  while (!error && entry != fs::recursive_directory_iterator()) {
    std::error_code unknown;
    const bool is_folder = entry->is_directory(unknown) && !entry->is_symlink(unknown);
    if (is_folder && entry.depth() == 0 && entry->path().filename() == kPacks) {
      entry.disable_recursion_pending();
    } else if (!is_folder && entry->path().extension() == kYaml) {
      files.push_back(entry->path());
    }
    entry.increment(error);
  }
  if (error) AddProblem(catalog, folder.string(), "cannot read the folder: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

// The path below `root` without .yaml; the file's name alone where it does not lie there.
std::string IdOf(const fs::path& file, const fs::path& root) {
  const fs::path below = PlaceOf(file).lexically_relative(Canonical(root));
  const bool is_below = !below.empty() && *below.begin() != "..";
  fs::path id = is_below ? below : file.filename();
  if (id.extension() == kYaml) id.replace_extension();
  return id.generic_string();
}

void LoadInto(Catalog& catalog, const fs::path& file, const std::string& id) {
  if (id.find_first_not_of(kIdCharacters) != std::string::npos) {
    AddProblem(catalog, file.string(),
               "a scenario's path can hold only letters, digits and '.', '_', '-', '/'");
    return;
  }
  auto loaded = LoadScenario(file.string(), id);
  if (auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    AddProblems(catalog, std::move(*problems));
  } else {
    catalog.scenarios.push_back(std::move(std::get<Scenario>(loaded)));
  }
}

void LoadPackInto(Catalog& catalog, const fs::path& file) {
  auto loaded = LoadPack(file.string());
  if (auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    AddProblems(catalog, std::move(*problems));
  } else {
    Pack& pack = std::get<Pack>(loaded);
    catalog.packs[pack.name] = std::move(pack);
  }
}

void SortById(Catalog& catalog) {
  std::stable_sort(catalog.scenarios.begin(), catalog.scenarios.end(),
                   [](const Scenario& a, const Scenario& b) { return a.id < b.id; });
}

// A scenario whose pack has no file belongs to nothing that anyone could run.
void CheckPackNames(Catalog& catalog) {
  std::set<std::string> broken;
  for (const Problem& problem : catalog.problems) broken.insert(fs::path(problem.place.file).stem().string());
  for (const Scenario& scenario : catalog.scenarios) {
    const std::string& pack = scenario.pack;
    if (pack.empty() || catalog.packs.contains(pack) || broken.contains(pack)) continue;
    AddProblem(catalog, scenario.file,
               fmt::format("there is no {}/{}.yaml for its pack{}", kPacks, pack, kLockPacks));
  }
}

void CheckIds(Catalog& catalog) {
  for (std::size_t i = 1; i < catalog.scenarios.size(); ++i) {
    const Scenario& before = catalog.scenarios[i - 1];
    const Scenario& scenario = catalog.scenarios[i];
    if (before.id != scenario.id) continue;
    AddProblem(catalog, scenario.file,
               fmt::format("it has the same id as {}: '{}'", Quoted(before.file), scenario.id));
  }
}

// The files that `path` names.
std::vector<fs::path> FilesOf(const std::string& path, const std::string& root, Catalog& catalog) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<fs::path> files = FilesBelow(path, catalog);
  if (files.empty() && Canonical(path) != Canonical(root)) {
    AddProblem(catalog, path, "no file below this folder ends with .yaml");
  }
  return files;
}

}  // namespace

Catalog LoadCatalog(const std::string& root) {
  Catalog catalog;
  catalog.root = root;
  std::error_code error;
  if (!fs::is_directory(root, error)) {
    AddProblem(catalog, root, "the folder of scenarios is not there");
    return catalog;
  }
  for (const fs::path& file : FilesBelow(root, catalog)) LoadInto(catalog, file, IdOf(file, root));
  SortById(catalog);
  const fs::path packs = fs::path(root) / kPacks;
  if (fs::exists(packs, error)) {
    for (const fs::path& file : FilesBelow(packs, catalog)) LoadPackInto(catalog, file);
  }
  CheckPackNames(catalog);
  return catalog;
}

Catalog LoadPaths(const std::vector<std::string>& paths, const std::string& root) {
  Catalog catalog;
  catalog.root = root;
  const fs::path packs = Canonical(fs::path(root) / kPacks);
  std::set<fs::path> seen;
  for (const std::string& path : paths) {
    for (const fs::path& file : FilesOf(path, root, catalog)) {
      const fs::path place = PlaceOf(file);
      if (!seen.insert(place).second) continue;
      if (place.parent_path() == packs) {
        LoadPackInto(catalog, file);
      } else {
        LoadInto(catalog, file, IdOf(file, root));
      }
    }
  }
  SortById(catalog);
  CheckIds(catalog);
  return catalog;
}

}  // namespace harness
