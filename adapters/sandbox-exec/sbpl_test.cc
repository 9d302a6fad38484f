// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/sbpl.h"

#include <gtest/gtest.h>

#include <regex>

namespace adapters::sbpl {
namespace {

bool Matches(const std::string& expression, const std::string& path) {
  return std::regex_search(path, std::regex(expression, std::regex::extended));
}

bool GlobMatches(const std::string& glob, const std::string& path) {
  return Matches(GlobExpression(glob, Below::kIncluded), path);
}

TEST(Quoted, LeavesNoWayOutOfTheQuotes) {
  EXPECT_EQ(Quoted("/a\") (allow default) (x \""), R"("/a\") (allow default) (x \"")");
  EXPECT_EQ(Quoted("/a\\"), R"("/a\\")");
}

TEST(Rule, IsNoneWhereThereIsNoFilter) {
  EXPECT_EQ(Rule("allow", "file*", {}), "");
  EXPECT_EQ(Rule("allow", "file*", {Literal("/a"), Subpath("/b")}),
            "(allow file*\n  (literal \"/a\")\n  (subpath \"/b\"))\n");
}

TEST(PathExpression, MatchesThePathInEitherCaseAndNothingElse) {
  const std::string expression = PathExpression("/w/a.b+c [x]*", Below::kIncluded);
  EXPECT_TRUE(Matches(expression, "/w/a.b+c [x]*"));
  EXPECT_TRUE(Matches(expression, "/W/A.b+C [x]*/below"));
  EXPECT_FALSE(Matches(expression, "/w/aXb+c [x]*"));
  EXPECT_FALSE(Matches(expression, "/w/a.b+c [x]*2"));
  EXPECT_FALSE(Matches(expression, "/v/w/a.b+c [x]*"));
  EXPECT_FALSE(Matches(PathExpression("/w", Below::kLeftOut), "/w/below"));
}

TEST(GlobExpression, KeepsStarsWithinAComponent) {
  EXPECT_TRUE(GlobMatches("/w/*.key", "/w/a.key"));
  EXPECT_TRUE(GlobMatches("/w/*.key", "/w/A.KEY"));
  EXPECT_TRUE(GlobMatches("/w/*.key", "/w/.key/below"));
  EXPECT_FALSE(GlobMatches("/w/*.key", "/w/b/a.key"));
  EXPECT_FALSE(GlobMatches("/w/*.key", "/w/a.keys"));
  EXPECT_TRUE(GlobMatches("/w/?", "/w/a"));
  EXPECT_FALSE(GlobMatches("/w/?/b", "/w///b"));
}

TEST(GlobExpression, LetsTwoStarsStandForAnyNumberOfDirectories) {
  EXPECT_TRUE(GlobMatches("/w/**/.env", "/w/.env"));
  EXPECT_TRUE(GlobMatches("/w/**/.env", "/w/a/b/.env"));
  EXPECT_FALSE(GlobMatches("/w/**/.env", "/w/a.env"));
  EXPECT_TRUE(GlobMatches("/w/**", "/w/a/b"));
}

TEST(GlobExpression, KnowsClassesAndTakesAnUnclosedOneAsItIs) {
  EXPECT_TRUE(GlobMatches("/w/[ab]", "/w/b"));
  EXPECT_FALSE(GlobMatches("/w/[ab]", "/w/c"));
  EXPECT_FALSE(GlobMatches("/w/[!ab]", "/w/a"));
  EXPECT_TRUE(GlobMatches("/w/[]]", "/w/]"));
  EXPECT_TRUE(GlobMatches("/w/[a", "/w/[a"));
}

}  // namespace
}  // namespace adapters::sbpl
