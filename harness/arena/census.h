// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace harness {

// One process as /proc shows it. The pair of pid and start time names it for good: pids are used again (proc(5)).
struct ProcessInfo {
  pid_t pid = 0;
  pid_t parent = 0;
  std::uint64_t start_time = 0;  // clock ticks since boot
  // Nothing of it runs any more; it only waits to be asked for. A process whose main thread has ended while others go on
  // is shown as a zombie too, and is not over.
  bool is_over = false;
  std::string command;           // its command line with blanks between the words, or its name in brackets
};

// "1234 sleep 100"; printable.
std::string Describe(const ProcessInfo& process);

// Every process of the caller's /proc, ordered by pid. One that ends while it is looked at is left out.
std::vector<ProcessInfo> TakeCensus();

// Those of `census` that descend from `ancestor`, without itself.
std::vector<ProcessInfo> DescendantsOf(pid_t ancestor, const std::vector<ProcessInfo>& census);

}  // namespace harness
