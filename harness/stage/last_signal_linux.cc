// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/last_signal.h"

namespace harness {

// SIGRTMAX of the kernel (signal(7)). It is queued, so a second one is somebody else's.
const int kLastSignal = 64;

}  // namespace harness
