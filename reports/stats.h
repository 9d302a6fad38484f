// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/model/report.h"

namespace reports {

// What a run cost and what for, in two lines: launches under the adapter and under the controls, and the share of the cases' time
// in which nothing was launched. Pure.
std::string StatsText(const harness::RunReport& report);

}  // namespace reports
