// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace harness {

// The signal with the highest number: a sentinel tells it after every other that was sent before.
extern const int kLastSignal;

}  // namespace harness
