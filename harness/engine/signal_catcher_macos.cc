// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include "harness/engine/signal_catcher.h"

namespace harness {
namespace {

// Where the handler writes to.
int told = -1;

void Tell(int signal) {
  const auto number = static_cast<unsigned char>(signal);
  (void)!::write(told, &number, 1);
}

void Handle(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

SignalCatcher::SignalCatcher() {
  if (auto pipe = MakePipe()) caught_ = *std::move(pipe);
  ::fcntl(caught_.read.get(), F_SETFL, O_NONBLOCK);
  told = caught_.write.get();
  Handle(Tell);
  sigset_t caught;
  sigemptyset(&caught);
  sigaddset(&caught, SIGINT);
  sigaddset(&caught, SIGTERM);
  ::sigprocmask(SIG_UNBLOCK, &caught, &before_);
}

SignalCatcher::~SignalCatcher() {
  GiveBack();
  told = -1;
}

int SignalCatcher::Take() const {
  unsigned char number = 0;
  return ::read(fd(), &number, 1) == 1 ? number : 0;
}

void SignalCatcher::GiveBack() const {
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  Handle(SIG_DFL);
}

}  // namespace harness
