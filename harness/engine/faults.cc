// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/faults.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "harness/adapter/adapter.h"
#include "harness/arena/private_files.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

bool IsScript(const std::string& path) {
  std::array<char, 2> start = {};
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return fd && ::read(fd.get(), start.data(), start.size()) == 2 && start[0] == '#' && start[1] == '!';
}

}  // namespace

Faults::Faults(std::string scratch) : scratch_(std::move(scratch)), search_path_(TrustedSearchPath()) {}

Result<Faults> Faults::Inject(const Scenario& scenario, const Script& script, const Identity& subject,
                             const Arena& arena) {
  Faults faults(arena.Scratch());
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const std::string& verb = scenario.steps[i].verb->name;
    const auto& arguments = script.steps[i].arguments;
    if (verb == "fault.namespaces") {
      faults.command_prefix_ = {arena.tools().fault, "namespaces=" + arguments.at("errno"), "--"};
    }
    if (verb == "fault.missing") SANDPROOF_TRY(faults.Remove(arguments.at("program"), subject, arena));
  }
  return faults;
}

Faults::Faults(Faults&& other) noexcept
    : scratch_(std::move(other.scratch_)),
      covered_(std::exchange(other.covered_, {})),
      command_prefix_(std::move(other.command_prefix_)),
      search_path_(std::move(other.search_path_)) {}

Faults::~Faults() {
  if (covered_.empty()) return;
  PutProgramsBack(covered_);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(scratch_, ignored)) {
    std::filesystem::remove_all(entry.path(), ignored);
  }
}

Result<void> Faults::Remove(const std::string& program, const Identity& subject, const Arena& arena) {
  std::vector<std::string> names = {program};
  if (program == "${runtime}") {
    names.clear();
    for (const Component& component : subject.components) names.push_back(component.name);
  }
  if (names.empty()) return {};
  if (arena.kind() == ArenaKind::kHost) {
    // On the host nothing may be covered, but a sandbox that is looked for can be looked for in vain.
    search_path_ = {arena.Scratch() + "/nothing"};
    return {};
  }
  for (const std::string& directory : TrustedSearchPath()) {
    struct stat status = {};
    if (::lstat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) covered_.push_back(directory);
  }
  // A program that was named by its path is missing too, if it is of that name.
  for (const Component& component : subject.components) {
    const std::filesystem::path path(component.path);
    const std::string parent = path.parent_path().string();
    // Any file name is that of the runtime, unless it is a script, which is a wrapper of something that has the name.
    if (program == "${runtime}" && !IsScript(component.path)) names.push_back(path.filename().string());
    const bool named = std::find(names.begin(), names.end(), path.filename().string()) != names.end();
    if (named && std::find(covered_.begin(), covered_.end(), parent) == covered_.end()) covered_.push_back(parent);
  }
  return HidePrograms(names, covered_, scratch_);
}

}  // namespace harness
