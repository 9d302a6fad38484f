// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/arena/census.h"
#include "harness/base/result.h"
#include "harness/base/unique_fd.h"
#include "harness/model/identity.h"
#include "harness/process/child.h"

namespace harness {

enum class ArenaKind {
  kPrivate,  // namespaces of its own
  kHost,     // the host itself: servers on loopback, decoys in the stage
};
std::string_view Name(ArenaKind kind);

// Programs of Sandproof's own that have to be there in the arena.
struct Tools {
  std::string probe;
  std::string fault;
};

// Where one worker does its cases. Made by the worker itself, in its own process.
class Arena {
 public:
  // The flags for Child::Fork with which a worker has to be started for EnterPrivate with the same needs to work. Where there
  // are none, flags with which nothing starts.
  static int Namespaces(const ArenaNeeds& needs = {});

  // Makes the calling process, the init of new namespaces, the only inhabitant of a private arena: own /proc, /tmp, /run,
  // /home, network and internet. `keep` names files and directories that must stay visible where they are. Without
  // processes of its own, the arena shows the host's, and only descendants of the worker count as inhabitants.
  static Result<Arena> EnterPrivate(const Tools& tools, const std::vector<std::string>& keep, const ArenaNeeds& needs = {});
  // Uses the host as it is. What it makes at the two places, neither of which may exist yet, is removed when the Arena ends.
  static Result<Arena> UseHost(const Tools& tools, const std::string& base, const std::string& elsewhere);

  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&&) = delete;
  ~Arena();

  ArenaKind kind() const { return kind_; }
  // Where a stage is to be made; does not exist yet.
  std::string StageRoot() const { return base_ + "/stage"; }
  // A directory of the arena's own far from the stage, in another of the host's usual directories.
  const std::string& elsewhere() const { return elsewhere_; }
  // An empty directory on a file system of its own for the harness's use; only in a private arena.
  std::string Scratch() const { return base_ + "/scratch"; }
  // Makes the directories that `needs` names, for `owner` or the caller alone; only in a private arena.
  Result<void> MakeDirectories(const ArenaNeeds& needs, const std::optional<Account>& owner) const;
  // An empty directory for the files of the adapter under test; see SessionRequest::work_directory.
  std::string Work() const { return base_ + "/work"; }
  // Gives it to `owner`, or to the caller.
  Result<void> PrepareWork(const std::optional<Account>& owner) const;
  // Takes away all that is in it. What an adapter has mounted there is unmounted in a private arena, and never deleted
  // through; on the host it is an error.
  Result<void> EmptyWork() const;
  // Everything that is digested around a case: in a private arena all of the file systems that are its own, on the host
  // the stage and what lies elsewhere.
  std::vector<std::string> Digested() const;
  // Copies in the arena, in a directory that every session has to make readable and executable.
  const Tools& tools() const { return tools_; }
  const std::string& tools_directory() const { return tools_directory_; }
  // The network namespace in which servers have to listen; -1 on the host.
  int internet_namespace() const { return internet_.get(); }

  // Processes that are neither the harness's own nor listed in `known`, and have not just ended. Reaps the dead that
  // were left to the worker.
  std::vector<ProcessInfo> Strangers(const std::vector<pid_t>& known) const;
  // Kills the strangers until there are none. Returns whether that worked.
  bool KillStrangers(const std::vector<pid_t>& known) const;

 private:
  Arena() = default;
  // Every process that came into being in the arena, but the caller, as far as the system shows it: its descendants; on
  // macOS, which has no subreapers, also what runs one of the arena's programs.
  std::vector<ProcessInfo> Inhabitants() const;
  Result<void> BringTools(const Tools& tools);
  // Makes a directory of the base, in a private arena with a file system of its own, which no digest crosses into.
  Result<void> MakeApart(const std::string& directory);

  ArenaKind kind_ = ArenaKind::kHost;
  // The kernel ends what is left when the worker ends.
  bool ends_with_worker_ = false;
  std::string base_;
  std::string elsewhere_;
  Tools tools_;
  std::string tools_directory_;
  UniqueFd internet_;
};

}  // namespace harness
