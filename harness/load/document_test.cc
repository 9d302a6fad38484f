// SPDX-License-Identifier: Apache-2.0
#include "harness/load/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/base/nonce.h"

namespace harness {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Everything that is wrong with `text`, a line each.
std::string Problems(const std::string& text) {
  ProblemList problems("f");
  ReadDocument(text, problems);
  std::string lines;
  for (const Problem& problem : problems.Take()) lines += Describe(problem) + "\n";
  return lines;
}

Node Read(const std::string& text) {
  ProblemList problems("f");
  std::optional<Node> node = ReadDocument(text, problems);
  EXPECT_TRUE(node && problems.empty()) << Problems(text);
  return node.value_or(Node{});
}

TEST(Document, KeepsScalarsAsTheyWereWritten) {
  const Node root = Read("a: no\nb: '010'\nc: ~\nd: \"x\\ty\"\ne: [1, '${x}y']\n");
  ASSERT_EQ(root.values.size(), 5u);
  EXPECT_EQ(root.values[0].text, "no");
  EXPECT_TRUE(root.values[0].plain);
  EXPECT_EQ(root.values[1].text, "010");
  EXPECT_FALSE(root.values[1].plain);
  EXPECT_EQ(root.values[2].kind, Node::Kind::kNull);
  EXPECT_EQ(root.values[3].text, "x\ty");
  EXPECT_EQ(root.values[4].values.size(), 2u);
}

TEST(Document, CountsLinesAndColumnsFromOne) {
  const Node root = Read("a: 1\nbb:\n  - c: 2\n");
  EXPECT_EQ(root.keys[0].line, 1);
  EXPECT_EQ(root.keys[0].column, 1);
  const Node& inner = root.values[1].values[0];
  EXPECT_EQ(inner.values[0].line, 3);
  EXPECT_EQ(inner.values[0].column, 8);
}

TEST(Document, PutsNothingWhereItsKeyIs) {
  const Node root = Read("a: 1\nb:\n# far\n\nc: 2\n");
  EXPECT_EQ(root.values[1].line, 2);
  EXPECT_EQ(root.values[1].column, 1);
}

TEST(Document, IsNullWhereTheFileHoldsNothing) {
  EXPECT_EQ(Read("").kind, Node::Kind::kNull);
  EXPECT_EQ(Read("# only this\n").kind, Node::Kind::kNull);
}

TEST(Document, RefusesAnchorsAliasesTagsDuplicatesAndKeysThatAreNoWords) {
  EXPECT_EQ(
      Problems("a: &x 1\nb: *x\na: !!str 2\n? [c]\n: 3\n"),
      "f:1:4: an anchor (&name) is not allowed\n"
      "f:2:4: an alias (*name) is not allowed: write the value out, or quote a text that starts with '*'\n"
      "f:3:1: the key 'a' stands twice in the same mapping\n"
      "f:3:4: a tag ('tag:yaml.org,2002:str') is not allowed\n"
      "f:4:3: a key must be a word\n");
}

TEST(Document, NeverExpandsAnAliasBomb) {
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 40; ++i) {
    const std::string now = std::to_string(i);
    const std::string last = std::to_string(i - 1);
    bomb += "a" + now + ": &a" + now + " [*a" + last + ", *a" + last + "]\n";
  }
  EXPECT_THAT(Problems(bomb), HasSubstr("f:40:12: an alias (*name) is not allowed"));
}

TEST(Document, RefusesASecondDocument) {
  EXPECT_EQ(Problems("a: 1\n---\nb: 2\n"), "f:2:1: a second document: a file holds exactly one\n");
  EXPECT_EQ(Problems("---\na: 1\n"), "");
}

TEST(Document, RefusesNestingBeyondItsLimit) {
  EXPECT_EQ(Problems(std::string(16, '[') + std::string(16, ']')), "");
  EXPECT_EQ(Problems(std::string(17, '[') + std::string(17, ']')), "f:1:17: nested deeper than 16 levels\n");
  EXPECT_THAT(Problems(std::string(200'000, '[')), HasSubstr("nested deeper than 16 levels"));
}

TEST(Document, RefusesWhatIsNoTextAndSaysWhere) {
  EXPECT_EQ(Problems(std::string("a: 1\nb: \0", 9)), "f:2:4: a NUL byte: the file must be UTF-8 text\n");
  EXPECT_EQ(Problems("a: \xFF"), "f:1:4: the file must be UTF-8 text, and this byte is none\n");
  EXPECT_EQ(Problems("a: \"\\0\"\n"), "f:1:4: a NUL byte cannot stand in a text\n");
  EXPECT_EQ(Problems(std::string(kLongestDocument + 1, '#')), "f: the file is longer than 262144 bytes\n");
  EXPECT_EQ(Problems(std::string(kLongestDocument, '#')), "");
}

TEST(Document, ExplainsTheMistakesThatAreMadeMost) {
  EXPECT_THAT(Problems("a: [${x}]\n"), HasSubstr("a text with ${...} must be quoted"));
  EXPECT_THAT(Problems("a: b: c\n"), HasSubstr("a text that holds ': ' must be quoted"));
  EXPECT_THAT(Problems("a: \"open\n"), HasSubstr("a quote is not closed"));
  EXPECT_THAT(Problems("a: 'open"), HasSubstr("a quote is not closed"));
}

TEST(ReadText, RefusesDirectoriesMissingFilesAndLongOnes) {
  const std::string folder =
      std::filesystem::temp_directory_path() / ("sandproof-document-test-" + MakeNonce());
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(WriteFileAtomically(folder + "/long", std::string(kLongestDocument + 1, 'x')));
  ProblemList problems("f");
  EXPECT_FALSE(ReadText(folder, problems));
  EXPECT_FALSE(ReadText(folder + "/none", problems));
  EXPECT_FALSE(ReadText(folder + "/long", problems));
  std::vector<std::string> messages;
  for (const Problem& problem : problems.Take()) messages.push_back(problem.message);
  EXPECT_THAT(messages,
              ElementsAre(HasSubstr("directory"), HasSubstr("No such file"), HasSubstr("longer than")));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace harness
