// SPDX-License-Identifier: Apache-2.0
#include "reports/printed_text.h"

#include <gtest/gtest.h>

#include "harness/base/encoding.h"

namespace reports {
namespace {

TEST(PrintedText, LeavesAloneWhatIsPrintableAlready) {
  EXPECT_EQ(Printed("added /x\\x0ay"), "added /x\\x0ay");
  EXPECT_EQ(Printed(harness::Printable("a\n\\\xff")), harness::Printable("a\n\\\xff"));
}

TEST(PrintedText, EscapesWhatIsNotPrintable) {
  EXPECT_EQ(Printed("a\x1b[31m"), "a\\x1b[31m");
  EXPECT_EQ(Printed("a\xff\\"), "a\\xff\\\\");
}

TEST(PrintedText, MakesProseOneLine) {
  EXPECT_EQ(Prose("  The list\n  asks for it.\r\n"), "The list asks for it.");
  EXPECT_EQ(Prose("a\x07 b"), "a\\x07 b");
  EXPECT_EQ(Prose("\n"), "");
}

TEST(PrintedText, FindsTheLinesThatAProgramWrote) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(PrintedLines("one\\x0a\\x0athree \\\\x0a\\x1b\\x0a"), (Lines{"one", "", "three \\\\x0a\\x1b"}));
  EXPECT_EQ(PrintedLines("raw\nlines\x1b"), (Lines{"raw", "lines\\x1b"}));
  EXPECT_EQ(PrintedLines(""), Lines{});
}

TEST(PrintedText, GivesTheBytesBack) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  EXPECT_EQ(Unprinted(harness::Printable(every_byte)), every_byte);
  EXPECT_EQ(Unprinted("\\"), "\\");
  EXPECT_EQ(Unprinted("\\xg1\\x4"), "\\xg1\\x4");
}

}  // namespace
}  // namespace reports
