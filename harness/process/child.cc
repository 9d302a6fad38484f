// SPDX-License-Identifier: Apache-2.0
#include "harness/process/child.h"

#include <poll.h>
#include <signal.h>

#include <utility>

namespace harness {

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    if (pidfd_) Kill();
    pid_ = other.pid_;
    ending_ = other.ending_;
    pidfd_ = std::move(other.pidfd_);
  }
  return *this;
}

Child::~Child() {
  if (pidfd_) Kill();
}

Ending Child::Wait(Deadline deadline) {
  if (!pidfd_) return ending_;
  pollfd ended = {pidfd_.get(), POLLIN, 0};
  while (true) {
    const int ready = ::poll(&ended, 1, deadline.LeftMs());
    if (ready > 0) return Reap();
    if (ready == 0 && deadline.Passed()) return TimedOut{};
  }
}

Ending Child::Kill() {
  if (!pidfd_) return ending_;
  // Until it is reaped the pid, and so the group's number, cannot belong to anything else.
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  return Reap();
}

}  // namespace harness
