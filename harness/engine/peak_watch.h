// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "harness/base/clock.h"

namespace harness {

// The most that the processes of a launch had at any moment at which somebody looked.
struct Peak {
  std::size_t processes = 0;
  std::uint64_t memory_bytes = 0;  // resident and nobody else's: anonymous and shared memory, of all together
  Milliseconds cpu{0};             // of all together and of those that they have waited for
  std::size_t files = 0;           // descriptors of the one that had most
  std::size_t looks = 0;
};

// Looks at every descendant of the calling process that was not there when the watch began, from a thread of its own and
// through /proc (proc(5)), every millisecond. A process that takes the name "at-peak" is looked at once more, with all the
// others, and then sent SIGUSR1, which it waits for: what it holds is seen for certain. On macOS nothing is seen.
class PeakWatch {
 public:
  PeakWatch();
  PeakWatch(const PeakWatch&) = delete;
  PeakWatch& operator=(const PeakWatch&) = delete;
  ~PeakWatch();

  // Ends the watch.
  Peak Finish();

 private:
  class Watcher;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace harness
