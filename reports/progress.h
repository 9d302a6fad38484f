// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace reports {

// What a terminal shows while a run goes on: "[ 12/88] 1 red  network/deny-http@exec", without a line break
// and never wider than `columns`. `current` is any text, made printable here.
std::string ProgressLine(int done, int total, int red, const std::string& current, int columns);

}  // namespace reports
