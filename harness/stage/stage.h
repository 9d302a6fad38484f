// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/model/policy.h"
#include "harness/model/scenario.h"
#include "harness/process/child.h"
#include "harness/stage/ipc_objects.h"
#include "harness/stage/open_descriptors.h"
#include "harness/stage/secret_scan.h"

namespace harness {

// The disposable directories, decoys and secrets of one case. Everything below its root is deleted with it.
//
//   workspace/          what the launch works in      } each with a file that holds a secret and an ordinary one; the
//   outside/            what no policy grants         } first two also with an executable that tells a secret, a link
//   workspace-sibling/  a name with the same prefix   } whose text is one, a directory with an entry whose name is one,
//   home/               HOME, with keys and dotfiles  } and an empty directory
//   tmp/                a TMPDIR
//
// and, far from there, `elsewhere`: a directory with a file that holds a secret and an ordinary one, so that a sandbox which
// hides just the surroundings of the workspace is found out.
class Stage {
 public:
  // Neither `root` nor `elsewhere` may exist. `workspace` is where the workspace is to be, with the variables of the other
  // places in it; empty for its usual place. `probe` is the program that decoy executables run through. Everything belongs to `owner`, or
  // to the caller.
  static Result<Stage> Make(const std::string& root, const std::string& elsewhere, const std::string& workspace,
                            const std::vector<StageItem>& items,
                            const std::string& probe, const std::optional<Account>& owner);

  Stage(Stage&& other) noexcept;
  Stage& operator=(Stage&&) = delete;
  ~Stage();

  // What the variables are on a stage at these places.
  static Variables VariablesAt(const std::string& root, const std::string& elsewhere, const std::string& workspace = {});

  // workspace, outside, sibling, home, tmp, elsewhere
  const Variables& variables() const { return variables_; }

  const std::vector<Secret>& secrets() const { return secrets_; }
  // The secret that reading `path` gives away: what a file holds, what a link says, what a program prints, or the name of
  // a directory's only entry. `path` may be any spelling of it that the caller's own process understands, links and
  // /proc/self/root among them; with `follow` false a link at its end is not followed. None where it holds no secret.
  std::optional<Secret> SecretOf(const std::string& path, bool follow) const;
  // The secret in an environment variable that the scenario asked for.
  std::optional<Secret> SecretOfVariable(const std::string& name) const;

  // The secret that an object of the scenario's without a path holds: an open socket or an IPC object, of one kind.
  std::optional<Secret> SecretOfObject(StageItem::Kind kind, const std::string& which) const;

  // Borrowed: what the launcher is to inherit.
  std::vector<int> Inherited() const { return open_.Inherited(); }
  // The key of the scenario's IPC objects.
  int ipc_key() const { return ipc_key_; }

  // NAME=value for each variable that the scenario put into the launcher's environment.
  std::vector<std::string> Environment() const;
  // Directories that the scenario put first on the launcher's PATH.
  const std::vector<std::string>& search_path() const { return search_path_; }

 private:
  Stage(const std::string& root, const std::string& elsewhere, const std::string& workspace);
  Result<void> MakeWorkspace();
  Result<void> MakeFewDecoys(const std::string& directory);
  Result<void> MakeDecoys(const std::string& directory);
  Result<void> MakeHome(const std::string& home);
  Result<void> MakeSocket(const std::string& which);
  Result<void> MakeItem(const StageItem& item);
  Result<void> MakeParents(const std::string& path);
  Result<void> MakeDirectory(const std::string& path);
  Result<void> MakeFile(const std::string& path, const std::string& content, mode_t mode);
  Result<void> MakeLink(const std::string& path, const std::string& target);
  Result<void> MakeSecretFile(const std::string& path, mode_t mode);
  Result<void> MakeProgram(const std::string& path);
  Result<void> GiveToOwner(const std::string& path) const;
  const std::string& NewSecret(const std::string& place);

  std::vector<std::string> roots_;  // what was made and is to be deleted
  std::string probe_;
  std::optional<Account> owner_;
  Variables variables_;
  std::vector<Secret> secrets_;
  std::map<std::string, std::string> environment_;  // names with values
  std::vector<std::string> search_path_;
  OpenDescriptors open_;
  IpcObjects ipc_;
  int ipc_key_;
};

}  // namespace harness
