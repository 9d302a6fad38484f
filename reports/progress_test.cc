// SPDX-License-Identifier: Apache-2.0
#include "reports/progress.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reports/text_width.h"

namespace reports {
namespace {

TEST(Progress, SaysHowFarTheRunIsAndWhatRunsNow) {
  EXPECT_EQ(ProgressLine(3, 88, 0, "network/deny-http@exec", 80), "[ 3/88]  network/deny-http@exec");
  EXPECT_EQ(ProgressLine(88, 88, 2, "", 80), "[88/88] 2 red");
}

TEST(Progress, IsNeverWiderThanTheTerminal) {
  const std::string current = "\u6f22\u5b57/\u00fcber-\U0001F512@exec";
  for (int columns = -1; columns < 60; ++columns) {
    EXPECT_LE(TextWidth(ProgressLine(3, 88, 1, current, columns)), std::max(columns, 0)) << columns;
  }
}

TEST(Progress, KeepsControlCharactersFromTheTerminal) {
  EXPECT_EQ(ProgressLine(0, 1, 0, "a\r\x1b[2J", 80), "[0/1]  a\\x0d\\x1b[2J");
}

}  // namespace
}  // namespace reports
