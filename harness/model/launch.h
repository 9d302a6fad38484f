// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace harness {

// How a launched program ended. Exactly one of these, and the cause nearest to the event wins.
struct Exited {
  int code = 0;
  bool operator==(const Exited&) const = default;
};
struct Signaled {
  int number = 0;
  bool operator==(const Signaled&) const = default;
};
struct TimedOut {  // the harness killed it at its deadline
  bool operator==(const TimedOut&) const = default;
};
struct NotStarted {  // no instruction of the program ran
  std::string stage;  // which step of the start failed: "chdir", "execve"
  int code = 0;       // its errno
  bool operator==(const NotStarted&) const = default;
};

struct StillRuns {  // nobody waited for its end
  bool operator==(const StillRuns&) const = default;
};

using Ending = std::variant<Exited, Signaled, TimedOut, NotStarted, StillRuns>;

// "exit 1", "SIGKILL", "timed out", "not started (execve: ENOENT)"
std::string Describe(const Ending& ending);

}  // namespace harness
