// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include "harness/base/channel.h"
#include "harness/base/unique_fd.h"

namespace harness {

// Turns SIGINT and SIGTERM into something that poll(2) sees, for its lifetime. One at a time in a program.
class SignalCatcher {
 public:
  SignalCatcher();
  ~SignalCatcher();
  SignalCatcher(const SignalCatcher&) = delete;
  SignalCatcher& operator=(const SignalCatcher&) = delete;

  // Readable when one has come.
  int fd() const { return caught_.read.get(); }
  // The number of one that has come; 0 where there is none.
  int Take() const;
  // Makes a forked child treat them as they were treated before.
  void GiveBack() const;

 private:
  Pipe caught_;  // on Linux one end alone, a signalfd(2)
  sigset_t before_ = {};
};

}  // namespace harness
