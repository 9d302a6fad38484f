// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/arena/census.h"
#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

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
  // The flags for Child::Fork with which a worker has to be started for EnterPrivate to work.
  static int Namespaces();

  // Makes the calling process, the init of new namespaces, the only inhabitant of a private arena: own /proc, /tmp, /run,
  // /home, network and internet. `keep` names files and directories that must stay visible where they are.
  static Result<Arena> EnterPrivate(const Tools& tools, const std::vector<std::string>& keep);
  // Uses the host as it is. The directory that it makes in `parent` is removed when the Arena ends.
  static Result<Arena> UseHost(const Tools& tools, const std::string& parent);

  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&&) = delete;
  ~Arena();

  ArenaKind kind() const { return kind_; }
  // An empty directory of the arena's own for stages.
  const std::string& base() const { return base_; }
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
  Result<void> BringTools(const Tools& tools);

  ArenaKind kind_ = ArenaKind::kHost;
  std::string base_;
  Tools tools_;
  std::string tools_directory_;
  UniqueFd internet_;
};

}  // namespace harness
