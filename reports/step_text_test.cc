// SPDX-License-Identifier: Apache-2.0
#include "reports/step_text.h"

#include <gtest/gtest.h>

namespace reports {
namespace {

harness::Step Make(std::string_view verb, std::map<std::string, std::string> arguments) {
  harness::Step step;
  step.verb = harness::FindVerb(verb);
  step.arguments = std::move(arguments);
  return step;
}

TEST(StepText, IsShortWhereTheFirstArgumentSaysItAll) {
  EXPECT_EQ(StepText(Make("file.write", {{"path", "${outside}/x"}})), "file.write: ${outside}/x");
  EXPECT_EQ(StepText(Make("proc.find", {})), "proc.find:");
}

TEST(StepText, NamesEachArgumentInTheOrderOfTheVerb) {
  EXPECT_EQ(StepText(Make("file.write", {{"content", "say \"hi\"\n"}, {"path", "/x"}})),
            "file.write: {path: \"/x\", content: \"say \\\"hi\\\"\\x0a\"}");
  EXPECT_EQ(StepText(Make("proc.signal", {{"signal", "SIGTERM"}})), "proc.signal: SIGTERM");
}

TEST(StepText, SpellsAVerbThatThisVersionDoesNotKnow) {
  EXPECT_EQ(StepText("moon.reach", {{"path", "/x"}}), "moon.reach: {path: \"/x\"}");
}

}  // namespace
}  // namespace reports
