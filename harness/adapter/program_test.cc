// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/program.h"

#include <gtest/gtest.h>

#include "harness/adapter/environment.h"
#include "harness/adapter/path_options.h"

namespace harness {
namespace {

TEST(Program, IsFoundByItsNameOrAtItsPath) {
  EXPECT_TRUE((Program{"sh", "", ""}.Find(TrustedSearchPath())));
  EXPECT_EQ((Program{"sh", "/bin/sh", ""}.Find(TrustedSearchPath())), "/bin/sh");
}

TEST(Program, IsFoundNowhereBySearchPathsThatLeadNowhere) {
  EXPECT_FALSE((Program{"sh", "", ""}.Find({"/nowhere"})));
  EXPECT_FALSE((Program{"sh", "/bin/sh", ""}.Find({"/nowhere"})));
}

TEST(Program, SaysWhatIsMissingAndWhatWouldMendIt) {
  Identity identity;
  Program{"bwrap", "", "install it"}.ReportMissing(identity);
  EXPECT_TRUE(identity.unavailable.starts_with("there is no bwrap in /usr/local/bin, ")) << identity.unavailable;
  EXPECT_EQ(identity.remedy, "install it");
  Program{"bwrap", "/x\n", "install it"}.ReportMissing(identity);
  EXPECT_EQ(identity.unavailable, "/x\\x0a is not an executable file");
}

TEST(VersionLine, IsTheFirstLineOfWhatIsPrinted) {
  EXPECT_EQ(VersionLine({"/bin/sh", "-c", "echo \"$A\"; echo more"}, {"A=one two"}), "one two");
  EXPECT_EQ(VersionLine({"/nowhere"}, {}), "");
}

TEST(PathOptions, GiveAValueForEachThatIsKnown) {
  EXPECT_EQ(PathOptions("x", {{"path", "/a"}}, {"path", "steps"}).value(), (AdapterOptions{{"path", "/a"}, {"steps", ""}}));
}

TEST(PathOptions, AreRefusedWithWhatIsKnown) {
  EXPECT_EQ(PathOptions("x", {{"pth", "/a"}}, {"path", "steps"}).error().message,
            "adapter x has no option 'pth'; it knows: path, steps");
  EXPECT_EQ(PathOptions("x", {{"path", "a"}}, {"path"}).error().message, "adapter x wants an absolute path=, not 'a'");
}

TEST(EnvironmentInside, HoldsWhatIsExpectedPassedAndSetAndNothingElse) {
  Policy policy;
  policy.environment = {{"WANTED", "UNSET"}, {{"HOME", "/elsewhere"}}};
  const auto block = EnvironmentBlock(EnvironmentInside(policy, {"/w", "/h", "/t", "/b"}, "", {"WANTED=1", "OTHER=2"}));
  EXPECT_EQ(block, (std::vector<std::string>{"HOME=/elsewhere", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin", "WANTED=1"}));
  EXPECT_EQ(EnvironmentInside(policy, {"/w", "/h", "/t", "/b"}, "/tmp", {}).at("TMPDIR"), "/tmp");
}

}  // namespace
}  // namespace harness
