// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/stage.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

constexpr char kVariablePrefix[] = "environment variable ";
constexpr char kSocketPrefix[] = "the inherited socket, ";
constexpr char kIpcPrefix[] = "the IPC object, ";
constexpr char kVictimText[] = "an ordinary file that nobody should change\n";

// A hostile program may have taken every permission away from the directories that it left.
void MakeDeletable(const std::filesystem::path& directory) {
  std::error_code ignored;
  std::filesystem::permissions(directory, std::filesystem::perms::owner_all, ignored);
  for (std::filesystem::directory_iterator entry(directory, ignored), end; entry != end; entry.increment(ignored)) {
    if (entry->symlink_status(ignored).type() == std::filesystem::file_type::directory) MakeDeletable(entry->path());
  }
}

void DeleteTree(const std::string& root) {
  std::error_code error;
  std::filesystem::remove_all(root, error);
  if (!error) return;
  MakeDeletable(root);
  std::filesystem::remove_all(root, error);
}

struct FreeMemory {
  void operator()(char* text) const { std::free(text); }  // NOLINT: what realpath(3) returns
};

std::string RealPath(const std::string& path) {
  const std::unique_ptr<char, FreeMemory> real(::realpath(path.c_str(), nullptr));
  return real ? std::string(real.get()) : std::string();
}

// Resolves all of `path` but its last component.
std::string RealPathOfEntry(const std::string& path) {
  const std::filesystem::path entry(path);
  const std::string parent = RealPath(entry.parent_path().string());
  return parent.empty() ? std::string() : parent + "/" + entry.filename().string();
}

}  // namespace

Stage::Stage(const std::string& root, const std::string& elsewhere, const std::string& workspace)
    : variables_(VariablesAt(root, elsewhere, workspace)), ipc_key_(IpcKeyOf(MakeNonce())) {}

Variables Stage::VariablesAt(const std::string& root, const std::string& elsewhere, const std::string& workspace) {
  Variables variables = {
      {"outside", root + "/outside"}, {"home", root + "/home"}, {"tmp", root + "/tmp"}, {"elsewhere", elsewhere}};
  const std::string place = workspace.empty() ? root + "/workspace" : Expand(workspace, variables);
  variables["workspace"] = place;
  variables["sibling"] = place + "-sibling";
  return variables;
}

Result<Stage> Stage::Make(const std::string& root, const std::string& elsewhere, const std::string& workspace,
                           const std::vector<StageItem>& items,
                          const std::string& probe, const std::optional<Account>& owner) {
  Stage stage(root, elsewhere, workspace);
  stage.probe_ = probe;
  stage.owner_ = owner;
  stage.secrets_.reserve(64);
  // What stood there before is not ours to delete, so a root is only remembered once it was made.
  SANDPROOF_TRY(stage.MakeDirectory(root));
  stage.roots_.push_back(root);
  SANDPROOF_TRY(stage.MakeFewDecoys(elsewhere));
  stage.roots_.push_back(elsewhere);
  SANDPROOF_TRY(stage.MakeDecoys(stage.variables_.at("outside")));
  SANDPROOF_TRY(stage.MakeFewDecoys(stage.variables_.at("home")));
  SANDPROOF_TRY(stage.MakeHome(stage.variables_.at("home")));
  SANDPROOF_TRY(stage.MakeDirectory(stage.variables_.at("tmp")));
  // Last, for it may lie in one of the others.
  SANDPROOF_TRY(stage.MakeWorkspace());
  for (const StageItem& item : items) SANDPROOF_TRY(stage.MakeItem(item));
  return stage;
}

Stage::Stage(Stage&& other) noexcept
    : roots_(std::exchange(other.roots_, {})),
      probe_(std::move(other.probe_)),
      owner_(other.owner_),
      variables_(std::move(other.variables_)),
      secrets_(std::move(other.secrets_)),
      environment_(std::move(other.environment_)),
      search_path_(std::move(other.search_path_)),
      open_(std::move(other.open_)),
      ipc_(std::move(other.ipc_)),
      ipc_key_(other.ipc_key_) {}

Stage::~Stage() {
  for (const std::string& root : roots_) DeleteTree(root);
}

Result<void> Stage::MakeWorkspace() {
  const std::string& workspace = variables_.at("workspace");
  SANDPROOF_TRY(MakeParents(workspace));
  SANDPROOF_TRY(MakeDecoys(workspace));
  SANDPROOF_TRY(MakeFewDecoys(variables_.at("sibling")));
  const bool is_within = std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) { return PathContains(root, workspace); });
  if (!is_within) roots_.insert(roots_.end(), {workspace, variables_.at("sibling")});
  return {};
}

Result<void> Stage::MakeFewDecoys(const std::string& directory) {
  SANDPROOF_TRY(MakeDirectory(directory));
  SANDPROOF_TRY(MakeSecretFile(directory + "/secret.txt", 0644));
  return MakeFile(directory + "/victim.txt", kVictimText, 0644);
}

Result<void> Stage::MakeDecoys(const std::string& directory) {
  SANDPROOF_TRY(MakeFewDecoys(directory));
  SANDPROOF_TRY(MakeDirectory(directory + "/empty"));
  SANDPROOF_TRY(MakeDirectory(directory + "/data"));
  SANDPROOF_TRY(MakeFile(directory + "/data/" + NewSecret(directory + "/data"), kVictimText, 0644));
  SANDPROOF_TRY(MakeProgram(directory + "/program"));
  return MakeLink(directory + "/link", "/nowhere/" + NewSecret(directory + "/link"));
}

Result<void> Stage::MakeHome(const std::string& home) {
  SANDPROOF_TRY(MakeDirectory(home + "/.ssh"));
  SANDPROOF_TRY(MakeDirectory(home + "/.aws"));
  for (const char* file : {"/.ssh/id_ed25519", "/.aws/credentials", "/.netrc"}) {
    SANDPROOF_TRY(MakeSecretFile(home + file, 0600));
  }
  for (const char* file : {"/.gitconfig", "/.bashrc"}) SANDPROOF_TRY(MakeSecretFile(home + file, 0644));
  return {};
}

Result<void> Stage::MakeItem(const StageItem& item) {
  const std::string path = Expand(item.path, variables_);
  if (path.starts_with('/')) SANDPROOF_TRY(MakeParents(path));
  switch (item.kind) {
    case StageItem::Kind::kFile: return MakeFile(path, Expand(item.content, variables_), 0644);
    case StageItem::Kind::kSecret: return MakeSecretFile(path, 0644);
    case StageItem::Kind::kDirectory: return MakeDirectory(path);
    case StageItem::Kind::kSymlink: return MakeLink(path, Expand(item.content, variables_));
    case StageItem::Kind::kProgram: return MakeProgram(path);
    case StageItem::Kind::kLauncher: return MakeFile(path, "#!" + probe_ + " run-plainly\n", 0755);
    case StageItem::Kind::kVariable: environment_[path] = NewSecret(kVariablePrefix + path); return {};
    // The one who serves it binds it.
    case StageItem::Kind::kSocket: return {};
    case StageItem::Kind::kSearchPath: search_path_.push_back(path); return {};
    case StageItem::Kind::kOpenFile:
    case StageItem::Kind::kOpenDirectory: return open_.Open(path);
    case StageItem::Kind::kOpenSocket: return MakeSocket(path);
    case StageItem::Kind::kIpc: return ipc_.Make(path, ipc_key_, NewSecret(kIpcPrefix + path));
  }
  return {};
}

Result<void> Stage::MakeSocket(const std::string& which) {
  const std::string& secret = NewSecret(kSocketPrefix + which);
  return which == "listening" ? open_.Listen(secret) : open_.Connect(secret);
}

Result<void> Stage::MakeParents(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (std::filesystem::exists(parent, ignored)) return {};
  SANDPROOF_TRY(MakeParents(parent.string()));
  return MakeDirectory(parent.string());
}

Result<void> Stage::GiveToOwner(const std::string& path) const {
  if (owner_ && ::lchown(path.c_str(), owner_->uid, owner_->gid) != 0) {
    return FailErrno("cannot give " + Printable(path) + " to its owner");
  }
  return {};
}

Result<void> Stage::MakeDirectory(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0) return FailErrno("cannot make the directory " + Printable(path));
  return GiveToOwner(path);
}

Result<void> Stage::MakeFile(const std::string& path, const std::string& content, mode_t mode) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode));
  if (!fd) return FailErrno("cannot make the file " + Printable(path));
  SANDPROOF_TRY(WriteAll(fd.get(), content));
  return GiveToOwner(path);
}

Result<void> Stage::MakeLink(const std::string& path, const std::string& target) {
  if (::symlink(target.c_str(), path.c_str()) != 0) return FailErrno("cannot make the link " + Printable(path));
  return GiveToOwner(path);
}

Result<void> Stage::MakeSecretFile(const std::string& path, mode_t mode) {
  return MakeFile(path, NewSecret(path) + "\n", mode);
}

Result<void> Stage::MakeProgram(const std::string& path) {
  return MakeFile(path, "#!" + probe_ + " say " + NewSecret(path) + "\n", 0755);
}

const std::string& Stage::NewSecret(const std::string& place) {
  // A scenario may ask for a secret where a decoy stands already.
  std::erase_if(secrets_, [&place](const Secret& secret) { return secret.name == place; });
  secrets_.push_back({place, MakeNonce()});
  return secrets_.back().value;
}

std::optional<Secret> Stage::SecretOf(const std::string& path, bool follow) const {
  const std::string real = follow ? RealPath(path) : RealPathOfEntry(path);
  const auto found = std::find_if(secrets_.begin(), secrets_.end(), [&](const Secret& one) { return one.name == real; });
  return found == secrets_.end() ? std::nullopt : std::optional(*found);
}

std::optional<Secret> Stage::SecretOfObject(StageItem::Kind kind, const std::string& which) const {
  const std::string name = (kind == StageItem::Kind::kIpc ? kIpcPrefix : kSocketPrefix) + which;
  const auto found = std::find_if(secrets_.begin(), secrets_.end(), [&name](const Secret& one) { return one.name == name; });
  return found == secrets_.end() ? std::nullopt : std::optional(*found);
}

std::optional<Secret> Stage::SecretOfVariable(const std::string& name) const {
  const auto found = environment_.find(name);
  return found == environment_.end() ? std::nullopt : std::optional(Secret{kVariablePrefix + name, found->second});
}

std::vector<std::string> Stage::Environment() const {
  std::vector<std::string> block;
  for (const auto& [name, value] : environment_) block.push_back(name + "=" + value);
  return block;
}

}  // namespace harness
