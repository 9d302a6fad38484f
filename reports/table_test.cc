// SPDX-License-Identifier: Apache-2.0
#include "reports/table.h"

#include <gtest/gtest.h>

namespace reports {
namespace {

TEST(Table, AlignsColumnsByWhatATerminalShows) {
  Table table({Table::Align::kLeft, Table::Align::kRight, Table::Align::kLeft});
  table.Add({"family", "n", "last"});
  table.Add({"\u6f22", "12", "a"});
  table.Add({"\u00fc"});
  EXPECT_EQ(table.Render("  "), "  family    n   last\n  \u6f22       12   a\n  \u00fc\n");
}

TEST(Table, KeepsItsAlignmentWhenCellsAreColoured) {
  Table table({Table::Align::kLeft, Table::Align::kRight});
  table.Add({"a", "1"});
  table.Add({"bb", "22"});
  const auto look = [](std::size_t row, std::size_t, const std::string& text) {
    return row == 0 ? "<" + text + ">" : text;
  };
  EXPECT_EQ(table.Render("", look), "<a>     <1>\nbb   22\n");
}

}  // namespace
}  // namespace reports
