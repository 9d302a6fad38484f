// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace reports {

// Text in aligned columns, three spaces apart, without space at the end of a line.
class Table {
 public:
  enum class Align { kLeft, kRight };
  // Changes how a cell looks, never how wide it is. Called once for each cell.
  using Look = std::function<std::string(std::size_t row, std::size_t column, const std::string& text)>;

  explicit Table(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // As many cells as there are columns, or fewer.
  void Add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Each row is one line that begins with `indent`. `look` may be empty.
  std::string Render(const std::string& indent, const Look& look = {}) const;

 private:
  std::vector<int> Widths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace reports
