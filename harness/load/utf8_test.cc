// SPDX-License-Identifier: Apache-2.0
#include "harness/load/utf8.h"

#include <gtest/gtest.h>

#include <string_view>

namespace harness {
namespace {

TEST(FirstInvalidUtf8, IsTheSizeOfValidText) {
  for (const std::string_view text : {"", "plain", "gr\xC3\xBC\xC3\x9F", "\xE2\x82\xAC", "\xF0\x9F\x92\xA9",
                                      "\xF4\x8F\xBF\xBF", "\xED\x9F\xBF", "\xEF\xBF\xBF"}) {
    EXPECT_EQ(FirstInvalidUtf8(text), text.size()) << text;
  }
}

TEST(FirstInvalidUtf8, FindsOverlongFormsSurrogatesCutSequencesAndWhatIsTooHigh) {
  for (const std::string_view bytes :
       {"\x80", "\xFF", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x92",
        "\xC3\x28", "\xE2\x28\xA1"}) {
    EXPECT_EQ(FirstInvalidUtf8("ab" + std::string(bytes) + "c"), 2u) << bytes;
  }
}

}  // namespace
}  // namespace harness
