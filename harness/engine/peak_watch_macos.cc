// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/peak_watch.h"

namespace harness {

class PeakWatch::Watcher {};

PeakWatch::PeakWatch() = default;
PeakWatch::~PeakWatch() = default;
Peak PeakWatch::Finish() { return {}; }

}  // namespace harness
