// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

struct TerminalSize {
  unsigned short rows = 24;
  unsigned short columns = 80;
  bool operator==(const TerminalSize&) const = default;
};

// A pseudo-terminal, pty(7): `ours` is the end of whoever sits in front of it, `theirs` the one that a program takes for a
// terminal. Its settings are a new terminal's: it echoes, waits for whole lines and turns control characters into signals.
struct Terminal {
  UniqueFd ours;
  UniqueFd theirs;

  static Result<Terminal> Open(TerminalSize size);
  // Tells the programs in its foreground by SIGWINCH too, tty_ioctl(4).
  Result<void> Resize(TerminalSize size);
  // What lies typed and unread: the next program that reads from this terminal would get it. Takes it away.
  std::string TakeUnread();
};

}  // namespace harness
