// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reports {

// Columns that a terminal needs for printable UTF-8: two for the wide characters of East Asian scripts and
// for emoji, one for all others. It never says too few; for combining marks it says too many. It does not ask
// the locale.
int TextWidth(std::string_view text);

// As much of `text` as fits into `columns`, whole characters only, with "..." at the end of what was cut
// where there is room for it.
std::string CutToWidth(std::string_view text, int columns);

}  // namespace reports
