// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "harness/base/clock.h"
#include "harness/process/child.h"

namespace harness {

struct RunLimits {
  Milliseconds wall{10'000};
  std::size_t output_bytes = std::size_t{16} << 20;  // of each stream; what comes after is read and dropped
  // A borrowed descriptor whose closed other end calls the run off; -1 for none.
  int cancel_fd = -1;
};

struct RunResult {
  Ending ending = Exited{0};
  std::string out;
  std::string err;
  double duration_ms = 0;
  bool output_cut = false;  // either stream went over the limit
};

// Runs a program to its end with `input` on its standard input. The run is over when the program itself has ended and
// what it wrote has been read; a descendant that keeps the pipes open is not waited for. At the deadline, and when
// called off, its process group is killed and the ending is TimedOut. The request's own descriptors are ignored.
RunResult RunProgram(ChildRequest request, const std::string& input, const RunLimits& limits);

}  // namespace harness
