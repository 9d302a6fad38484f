// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "harness/engine/run_suite.h"
#include "reports/progress.h"

namespace harness::cli {

// Shows what goes on, on a terminal only, on the one line that the cursor is in.
class LiveLine {
 public:
  LiveLine() : live_(::isatty(STDERR_FILENO) != 0) {}
  ~LiveLine() {
    if (live_) std::fputs("\r\033[K", stderr);
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void Show(const SuiteProgress& progress) {
    red_ += IsRed(progress.latest->judgement.verdict) ? 1 : 0;
    if (!live_) return;
    winsize size = {};
    const int columns = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    const std::string line = reports::ProgressLine(progress.done, progress.total, red_, progress.latest->Id(), columns - 1);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
  }

 private:
  bool live_;
  int red_ = 0;
};

}  // namespace harness::cli
