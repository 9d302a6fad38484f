// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"

#include <gtest/gtest.h>

#include "harness/base/nonce.h"

namespace harness {
namespace {

TEST(Base64, ReturnsWhatWentInForEveryLength) {
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string bytes = RandomBytes(size);
    EXPECT_EQ(FromBase64(ToBase64(bytes)), bytes) << size;
  }
}

TEST(Base64, RefusesWhatIsNotBase64) {
  EXPECT_FALSE(FromBase64("abc"));
  EXPECT_FALSE(FromBase64("ab*d"));
  EXPECT_FALSE(FromBase64("a=bc"));
  EXPECT_FALSE(FromBase64("===="));
}

TEST(Printable, EscapesControlsAndInvalidUtf8AndKeepsTheRest) {
  EXPECT_EQ(Printable("a\nb"), "a\\x0ab");
  EXPECT_EQ(Printable("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(Printable("gr\xC3\xBC\xC3\x9F"), "gr\xC3\xBC\xC3\x9F");
  EXPECT_EQ(Printable("\xFF\xC0\x80"), "\\xff\\xc0\\x80");
  EXPECT_EQ(Printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(Printable("\xC2\x9B"), "\\xc2\\x9b");
  EXPECT_EQ(Printable("\\x41"), "\\\\x41");
}

TEST(ShellQuote, LeavesPlainWordsAloneAndProtectsOthers) {
  EXPECT_EQ(ShellQuote("/usr/bin/bwrap"), "/usr/bin/bwrap");
  EXPECT_EQ(ShellQuote(""), "''");
  EXPECT_EQ(ShellQuote("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellQuote("a\nb"), "$'a\\x0ab'");
  EXPECT_EQ(ShellQuote("it's\n\\"), "$'it\\'s\\x0a\\\\'");
  EXPECT_EQ(ShellQuote("a\\b"), "'a\\b'");
}

TEST(ShellWord, KeepsEveryByte) {
  EXPECT_EQ(ShellWord("plain"), "plain");
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("a\nb\xFF$(x)"), "'a\nb\xFF$(x)'");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
}

TEST(Nonce, IsLongAndNeverTheSame) {
  EXPECT_EQ(MakeNonce().size(), 26u);
  EXPECT_NE(MakeNonce(), MakeNonce());
}

}  // namespace
}  // namespace harness
