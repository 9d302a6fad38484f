// SPDX-License-Identifier: Apache-2.0
#include <sys/signalfd.h>
#include <unistd.h>

#include "harness/engine/signal_catcher.h"

namespace harness {

SignalCatcher::SignalCatcher() {
  sigset_t caught;
  ::sigemptyset(&caught);
  ::sigaddset(&caught, SIGINT);
  ::sigaddset(&caught, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &caught, &before_);
  caught_.read.Reset(::signalfd(-1, &caught, SFD_CLOEXEC | SFD_NONBLOCK));
}

SignalCatcher::~SignalCatcher() { GiveBack(); }

int SignalCatcher::Take() const {
  signalfd_siginfo info = {};
  return ::read(fd(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

void SignalCatcher::GiveBack() const { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace harness
