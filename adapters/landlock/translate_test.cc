// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/translate.h"

#include <gtest/gtest.h>

namespace adapters {
namespace {

using harness::HostPath;
using harness::HostView;
using harness::Network;
using harness::Policy;
using harness::Refused;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};

HostView Host() {
  return {{{"/usr", HostPath::Kind::kDirectory, ""}, {"/bin", HostPath::Kind::kSymlink, "usr/bin"},
           {"/lib32", HostPath::Kind::kMissing, ""}, {"/etc/hosts", HostPath::Kind::kFile, ""}},
          {{"/", HostPath::Kind::kDirectory, ""},
           {"/s/workspace", HostPath::Kind::kDirectory, ""},
           {"/s/workspace/key", HostPath::Kind::kFile, ""},
           {"/s/workspace/keys", HostPath::Kind::kDirectory, ""},
           {"/s/outside", HostPath::Kind::kDirectory, ""}}};
}

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

std::string Line(const Policy& policy) {
  const auto order = LandlockOrder(policy, kStage, Host(), {"WANTED=1", "OTHER=2"});
  if (const auto* refused = std::get_if<Refused>(&order)) return "refused " + refused->part;
  std::string line;
  for (const std::string& word : ToArguments(std::get<landlock::Order>(order))) line += (line.empty() ? "" : " ") + word;
  return line;
}

const char kSystem[] = "--system /usr --system /etc/hosts --system /s/bin --link /bin usr/bin ";
const char kEnd[] =
    "--setenv HOME /s/home --setenv LANG C.UTF-8 --setenv PATH /usr/local/bin:/usr/bin:/bin --setenv TMPDIR /tmp "
    "--chdir /s/workspace --";

TEST(LandlockOrder, OfTheDefaultPolicy) {
  EXPECT_EQ(Line(Default()), std::string(kSystem) + "--write /s/workspace " + kEnd);
}

TEST(LandlockOrder, CoversWhatIsDeniedWithinAGrantAndNothingElse) {
  Policy policy = Default();
  policy.filesystem.read = {harness::kSystem, "/s/outside", "/s/workspace"};
  policy.filesystem.deny = {"/s/workspace/key", "/s/workspace/keys", "/elsewhere"};
  EXPECT_EQ(Line(policy), std::string(kSystem) +
                              "--read /s/outside --write /s/workspace --deny-file /s/workspace/key --deny-directory "
                              "/s/workspace/keys " + kEnd);
}

TEST(LandlockOrder, PinsTheDirectoriesOnTheWayToWhatIsDenied) {
  Policy policy = Default();
  HostView host = Host();
  host.named.push_back({"/s/workspace/a/b/key", HostPath::Kind::kFile, ""});
  policy.filesystem.deny = {"/s/workspace/a/b/key"};
  const auto order = std::get<landlock::Order>(LandlockOrder(policy, kStage, host, {}));
  EXPECT_EQ(order.pinned, (std::vector<std::string>{"/s/workspace/a", "/s/workspace/a/b"}));
}

TEST(LandlockOrder, SharesWhatThePolicyLeavesOpen) {
  Policy policy = Default();
  policy.network.mode = Network::Mode::kOpen;
  policy.process = {.isolate = false, .signal_outside = true};
  EXPECT_EQ(Line(policy), std::string(kSystem) + "--write /s/workspace --share-network --share-processes " + kEnd);
}

TEST(LandlockOrder, ShowsTheWholeHostWhereAllOfItIsGranted) {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  EXPECT_EQ(Line(policy), std::string("--system /s/bin --read / --write /s/workspace ") + kEnd);
}

TEST(LandlockOrder, LetsListedVariablesIn) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED"};
  EXPECT_NE(Line(policy).find("--setenv WANTED 1"), std::string::npos);
  EXPECT_EQ(Line(policy).find("OTHER"), std::string::npos);
}

TEST(LandlockOrder, RefusesWhatCannotBeEnforced) {
  Policy policy = Default();
  policy.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
  EXPECT_EQ(Line(policy), "refused network.allow");
  policy = Default();
  policy.limits.pids = 1;
  EXPECT_EQ(Line(policy), "refused limits.pids");
  policy = Default();
  policy.filesystem.deny = {"/s/workspace/missing"};
  EXPECT_EQ(Line(policy), "refused filesystem.deny");
}

TEST(Order, ComesOutOfItsArgumentsAsItWentIn) {
  landlock::Order order;
  order.system = {"/usr", "/a b"};
  order.links = {{"/bin", "usr/bin"}};
  order.grants = {{"/", false}, {"/w", true}};
  order.pinned = {"/w/d"};
  order.denied_files = {"/w/--"};
  order.denied_directories = {"/w/d"};
  order.own_network = false;
  order.own_processes = false;
  order.environment = {{"X", "--setenv"}, {"EMPTY", ""}};
  order.directory = "/w";
  order.command = {"/bin/sh", "-c", "--", "--read"};
  EXPECT_EQ(landlock::FromArguments(ToArguments(order)), order);
}

TEST(OrderDeathTest, EndsTheLauncherWhereItMakesNoSense) {
  EXPECT_EXIT(landlock::FromArguments({"--raed", "/x", "--", "/bin/true"}), testing::ExitedWithCode(125), "no option --raed");
  EXPECT_EXIT(landlock::FromArguments({"--read"}), testing::ExitedWithCode(125), "a value is missing after --read");
  EXPECT_EXIT(landlock::FromArguments({"--read", "/x"}), testing::ExitedWithCode(125), "there is no program");
  EXPECT_EXIT(landlock::FromArguments({"--"}), testing::ExitedWithCode(125), "there is no program after --");
}

}  // namespace
}  // namespace adapters
