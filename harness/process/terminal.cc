// SPDX-License-Identifier: Apache-2.0
#include "harness/process/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>

namespace harness {
namespace {

winsize Window(TerminalSize size) {
  winsize window = {};
  window.ws_row = size.rows;
  window.ws_col = size.columns;
  return window;
}

}  // namespace

Result<Terminal> Terminal::Open(TerminalSize size) {
  Terminal terminal;
  terminal.ours = UniqueFd(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.ours || ::grantpt(terminal.ours.get()) != 0 || ::unlockpt(terminal.ours.get()) != 0) {
    return FailErrno("cannot make a terminal");
  }
  const char* const name = ::ptsname(terminal.ours.get());
  if (name == nullptr) return FailErrno("cannot name a terminal");
  terminal.theirs = UniqueFd(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!terminal.theirs) return FailErrno("cannot open a terminal");
  SANDPROOF_TRY(terminal.Resize(size));
  return terminal;
}

Result<void> Terminal::Resize(TerminalSize size) {
  const winsize window = Window(size);
  if (::ioctl(ours.get(), TIOCSWINSZ, &window) != 0) return FailErrno("cannot resize a terminal");
  return {};
}

std::string Terminal::TakeUnread() {
  termios settings = {};
  if (::tcgetattr(theirs.get(), &settings) != 0) return {};
  // Whole lines are waited for otherwise, and half of one would stay unseen.
  ::cfmakeraw(&settings);
  settings.c_cc[VMIN] = 0;
  settings.c_cc[VTIME] = 0;
  if (::tcsetattr(theirs.get(), TCSANOW, &settings) != 0) return {};
  std::string unread;
  std::array<char, 4096> buffer;
  pollfd waiting = {theirs.get(), POLLIN, 0};
  while (unread.size() < 65536 && ::poll(&waiting, 1, 0) > 0) {
    const ssize_t got = ::read(theirs.get(), buffer.data(), buffer.size());
    if (got <= 0) break;
    unread.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return unread;
}

}  // namespace harness
