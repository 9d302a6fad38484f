// SPDX-License-Identifier: Apache-2.0
#include "harness/load/values.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

Node Scalar(const std::string& text, bool plain = true) {
  Node node;
  node.kind = Node::Kind::kScalar;
  node.plain = plain;
  node.text = text;
  return node;
}

// What a reader says of `text`, in the form "problem" where it refuses it.
template <typename Reader>
auto Try(Reader reader, const std::string& text, bool plain = true) {
  ProblemList problems("f");
  auto value = reader(Scalar(text, plain), "x", problems);
  EXPECT_EQ(value.has_value(), problems.empty()) << text;
  return value;
}

std::optional<std::uint64_t> UpToTen(const Node& node, const std::string& name, ProblemList& problems) {
  return ReadNumber(node, name, 1, 10, problems);
}

std::optional<bool> OnOff(const Node& node, const std::string& name, ProblemList& problems) {
  return ReadSwitch(node, name, "on", "off", problems);
}

TEST(ReadDuration, TakesSecondsAndMilliseconds) {
  EXPECT_EQ(Try(ReadDuration, "10s"), Milliseconds(10'000));
  EXPECT_EQ(Try(ReadDuration, "500ms"), Milliseconds(500));
  EXPECT_EQ(Try(ReadDuration, "3600s"), Milliseconds(3'600'000));
}

TEST(ReadDuration, RefusesEverythingElse) {
  for (const char* text :
       {"", "10", "s", "-1s", "0s", "1.5s", "10 s", "3601s", "1h", "10S", "18446744073709551616s",
        "18446744073709551615s", "18446744073709552s", "18446744073709551615ms"}) {
    EXPECT_FALSE(Try(ReadDuration, text)) << text;
  }
}

TEST(ReadBytes, TakesPowersOf1024) {
  EXPECT_EQ(Try(ReadBytes, "1"), 1u);
  EXPECT_EQ(Try(ReadBytes, "64K"), 65'536u);
  EXPECT_EQ(Try(ReadBytes, "512M"), 536'870'912u);
  EXPECT_EQ(Try(ReadBytes, "1024G"), std::uint64_t{1} << 40);
}

TEST(ReadBytes, RefusesEverythingElse) {
  for (const char* text : {"", "K", "0", "0K", "1k", "1KB", "1.5G", "-1", "1025G", "18446744073709551615G",
                           "18014398509481985K", "1 K"}) {
    EXPECT_FALSE(Try(ReadBytes, text)) << text;
  }
}

TEST(ReadNumber, TakesUnquotedDigitsWithinItsBounds) {
  EXPECT_EQ(Try(UpToTen, "1"), 1u);
  EXPECT_EQ(Try(UpToTen, "10"), 10u);
  for (const char* text : {"0", "11", "+1", "-1", "1.0", "0x1", " 1", "1e0", "", "18446744073709551617"}) {
    EXPECT_FALSE(Try(UpToTen, text)) << text;
  }
  EXPECT_FALSE(Try(UpToTen, "1", /*plain=*/false));
}

TEST(ReadSwitch, TakesItsTwoWordsAndNoOthers) {
  EXPECT_EQ(Try(OnOff, "on"), true);
  EXPECT_EQ(Try(OnOff, "off"), false);
  for (const char* text : {"yes", "no", "true", "On", ""}) EXPECT_FALSE(Try(OnOff, text)) << text;
  EXPECT_FALSE(Try(OnOff, "off", /*plain=*/false));
}

TEST(ReadWords, LeavesOutWhatIsBlankOrThereAlready) {
  Node list;
  list.kind = Node::Kind::kSequence;
  list.values = {Scalar("a"), Scalar(" "), Scalar("b"), Scalar("a"), Node{}};
  ProblemList problems("f");
  const std::vector<const Node*> words = ReadWords(list, "x", problems);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[1]->text, "b");
  EXPECT_EQ(problems.size(), 3u);
}

TEST(Values, SayNothingMoreAboutABrokenNode) {
  Node broken;
  broken.kind = Node::Kind::kBroken;
  ProblemList problems("f");
  EXPECT_FALSE(ReadWord(broken, "x", problems));
  EXPECT_FALSE(ReadDuration(broken, "x", problems));
  EXPECT_TRUE(ReadWords(broken, "x", problems).empty());
  EXPECT_TRUE(problems.empty());
}

}  // namespace
}  // namespace harness
