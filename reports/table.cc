// SPDX-License-Identifier: Apache-2.0
#include "reports/table.h"

#include <algorithm>

#include "reports/text_width.h"

namespace reports {
namespace {

std::string Spaces(int count) { return std::string(static_cast<std::size_t>(std::max(count, 0)), ' '); }

}  // namespace

std::vector<int> Table::Widths() const {
  std::vector<int> widths(columns_.size(), 0);
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], TextWidth(row[i]));
    }
  }
  return widths;
}

std::string Table::Render(const std::string& indent, const Look& look) const {
  const std::vector<int> widths = Widths();
  std::string out;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const std::size_t cells = std::min(rows_[row].size(), widths.size());
    std::string line = indent;
    for (std::size_t i = 0; i < cells; ++i) {
      const std::string& text = rows_[row][i];
      const std::string padding = Spaces(widths[i] - TextWidth(text));
      const std::string shown = look ? look(row, i, text) : text;
      if (i > 0) line += "   ";
      if (columns_[i] == Align::kRight) line += padding;
      line += shown;
      if (columns_[i] == Align::kLeft && i + 1 < cells) line += padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace reports
