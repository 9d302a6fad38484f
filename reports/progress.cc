// SPDX-License-Identifier: Apache-2.0
#include "reports/progress.h"

#include <fmt/format.h>

#include "reports/printed_text.h"
#include "reports/text_width.h"

namespace reports {

std::string ProgressLine(int done, int total, int red, const std::string& current, int columns) {
  const std::string all = fmt::format("{}", total);
  std::string line = fmt::format("[{:>{}}/{}]", done, all.size(), all);
  if (red > 0) line += fmt::format(" {} red", red);
  if (!current.empty()) line += "  " + Printed(current);
  return CutToWidth(line, columns);
}

}  // namespace reports
