// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "harness/stage/last_signal.h"

namespace harness {

// No signal is queued there: one of this number that comes from somebody else at the same time goes unseen.
const int kLastSignal = SIGUSR2;

}  // namespace harness
