// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/process/run.h"

namespace harness {
namespace {

TEST(CommandFor, LeavesAnExecAsItIs) {
  const std::vector<std::string> argv = {"/bin/echo", "a b"};
  EXPECT_EQ(CommandFor(Surface::kExec, argv), argv);
}

TEST(CommandFor, MakesALineThatAShellTakesForTheSameWords) {
  const std::vector<std::string> argv = {"/usr/bin/printf", "%s|", "a b", "it's", "$HOME", "`id`", "", "x\ny", "\xFF*"};
  const RunResult result = RunProgram({CommandFor(Surface::kShell, argv), {}}, {}, {});
  EXPECT_EQ(result.out, "a b|it's|$HOME|`id`||x\ny|\xFF*|");
}

TEST(FindProgram, TakesTheFirstExecutableFileAndNoDirectory) {
  EXPECT_EQ(FindProgram("sh", {"/nowhere", "/bin"}), "/bin/sh");
  EXPECT_EQ(FindProgram("passwd", {"/etc"}), std::nullopt);
  EXPECT_EQ(FindProgram("ssl", {"/etc"}), std::nullopt);
}

TEST(WithoutCarrier, LeavesTheStepsOfACarrierAndOfTheProbe) {
  const std::vector<std::string> carrier = {"/usr/bin/node", "/a/steps.mjs"};
  const std::vector<std::string> steps = {"run", "t0ken"};
  EXPECT_EQ(WithoutCarrier({"/usr/bin/node", "/a/steps.mjs", "run", "t0ken"}, carrier), steps);
  EXPECT_EQ(WithoutCarrier({"/bin/probe", "run", "t0ken"}, carrier), steps);
  EXPECT_EQ(WithoutCarrier({}, carrier), std::vector<std::string>());
}

TEST(EnvironmentValue, MatchesTheWholeName) {
  const std::vector<std::string> environment = {"PATHS=x", "PATH=/bin", "EMPTY="};
  EXPECT_EQ(EnvironmentValue(environment, "PATH"), "/bin");
  EXPECT_EQ(EnvironmentValue(environment, "EMPTY"), "");
  EXPECT_EQ(EnvironmentValue(environment, "PAT"), std::nullopt);
}

}  // namespace
}  // namespace harness
