// SPDX-License-Identifier: Apache-2.0
#include "reports/text_width.h"

#include <gtest/gtest.h>

namespace reports {
namespace {

TEST(TextWidth, CountsColumnsAndNotBytes) {
  EXPECT_EQ(TextWidth(""), 0);
  EXPECT_EQ(TextWidth("plain"), 5);
  EXPECT_EQ(TextWidth("\u00fcber"), 4);
  EXPECT_EQ(TextWidth("\u6f22\u5b57"), 4);
  EXPECT_EQ(TextWidth("\U0001F512"), 2);
}

TEST(TextWidth, CutsBetweenCharactersOnly) {
  EXPECT_EQ(CutToWidth("filesystem", 10), "filesystem");
  EXPECT_EQ(CutToWidth("filesystem", 9), "filesy...");
  EXPECT_EQ(CutToWidth("\u6f22\u5b57\u6f22\u5b57", 6), "\u6f22...");
  EXPECT_EQ(CutToWidth("\u00fc\u00fc\u00fc", 2), "\u00fc\u00fc");
  EXPECT_EQ(CutToWidth("\u6f22", 1), "");
  EXPECT_EQ(CutToWidth("abc", 0), "");
  EXPECT_EQ(CutToWidth("abc", -5), "");
}

TEST(TextWidth, SurvivesTextThatEndsWithinACharacter) {
  EXPECT_EQ(TextWidth("a\xe6\xbc"), 3);
  EXPECT_EQ(CutToWidth("\xf0\x9f", 1), "\xf0");
}

}  // namespace
}  // namespace reports
