// SPDX-License-Identifier: Apache-2.0
#include "harness/load/text_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/load/variables.h"
#include "harness/model/scenario.h"

namespace harness {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Rule = std::string (*)(std::string_view);

void ExpectGood(Rule rule, std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_THAT(rule(text), IsEmpty()) << text;
}

void ExpectWrong(Rule rule, std::initializer_list<const char*> texts) {
  for (const char* text : texts) EXPECT_NE(rule(text), "") << text;
}

TEST(WrongWithPath, WantsARootOrADirectoryOfTheStage) {
  ExpectGood(WrongWithPath, {"/", "/a b", "${workspace}", "${tmp}/x", "${workspace}-sibling"});
  ExpectWrong(WrongWithPath,
              {"", "a", "./a", "~/a", "${evil4}/x", "${nonce}/x", "x${workspace}", "${workspace"});
  EXPECT_EQ(WrongWithPath("/" + std::string(4094, 'a')), "");
  EXPECT_NE(WrongWithPath("/" + std::string(4095, 'a')), "");
}

TEST(WrongWithHost, WantsAHostAndAPort) {
  ExpectGood(WrongWithHost, {"good.test:80", "127.0.0.1:1", "[::1]:65535", "${tcp4}", "${evil6}"});
  ExpectWrong(WrongWithHost,
              {"", "good.test", "good.test:0", "good.test:65536", ":80", "::1:80", "[::1]", "[x]:80",
               "a b:80", "${workspace}", "${tcp4}:80", "http://a:80", "-a:80", "a:80 "});
}

TEST(WrongWithUrl, WantsPlainHttpAndAHost) {
  ExpectGood(WrongWithUrl, {"http://evil.test", "http://evil.test:8080/a?b", "http://${evil4}/${nonce}",
                            "http://[::1]:80/", "http://[::1]/"});
  ExpectWrong(WrongWithUrl,
              {"", "https://evil.test/", "http://", "http:///x", "http://a b/", "http://a/\r\nX: y",
               "evil.test", "http://user@evil.test/", "http://${workspace}/"});
}

TEST(WrongWithVariableName, WantsWhatAShellCouldExport) {
  ExpectGood(WrongWithVariableName, {"A", "_a1", "API_TOKEN"});
  ExpectWrong(WrongWithVariableName, {"", "1A", "A-B", "A=B", "A B", "${nonce}"});
}

TEST(WrongWithCapability, WantsLowerCaseWordsWithDotsBetween) {
  ExpectGood(WrongWithCapability, {"network.none", "descendants.die-with-session", "a.b.c"});
  ExpectWrong(WrongWithCapability, {"", "network", "network.", ".none", "a..b", "Network.none", "a.b c"});
}

TEST(WrongWithPackName, WantsAFileName) {
  ExpectGood(WrongWithPackName, {"core", "core-2"});
  ExpectWrong(WrongWithPackName, {"", "Core", "../core", "a/b", "2core", "a.b"});
}

TEST(WrongWithVariables, KnowsEachVariableAndWhereItHasAValue) {
  for (const std::string& name : VariableNames()) {
    const VariableKind kind = KindOf(name);
    const bool of_step = kind != VariableKind::kRuntime;
    EXPECT_EQ(WrongWithVariables("a${" + name + "}b", VariableUse::kStep).empty(), of_step) << name;
    EXPECT_EQ(WrongWithVariables("a${" + name + "}b", VariableUse::kCase).empty(), of_step && name != "nonce")
        << name;
  }
}

TEST(WrongWithVariables, SaysWhichWordIsWrong) {
  EXPECT_THAT(WrongWithVariables("${tmp}/${worksapce}", VariableUse::kStep),
              HasSubstr("did you mean 'workspace'?"));
  EXPECT_THAT(WrongWithVariables("x${tmp", VariableUse::kStep), HasSubstr("'${' without '}'"));
  EXPECT_THAT(WrongWithVariables("${}", VariableUse::kStep), HasSubstr("not defined"));
  EXPECT_THAT(WrongWithVariables("$ {} } $x", VariableUse::kStep), IsEmpty());
}

}  // namespace
}  // namespace harness
