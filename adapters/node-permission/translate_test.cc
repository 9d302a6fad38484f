// SPDX-License-Identifier: Apache-2.0
#include "adapters/node-permission/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};
const NodeView kNode = {"--permission", {"/a/steps.mjs", "/carrier.mjs"}};

// What is left of the default policy for a sandbox that promises to confine reads and writes.
Policy Default() {
  Policy policy = Expand(Policy{}, {{"workspace", "/s/workspace"}});
  policy.network.mode = Network::Mode::kOpen;
  policy.process = {.isolate = false, .signal_outside = true};
  return policy;
}

std::string Joined(const Policy& policy) {
  const auto options = NodeOptions(policy, kNode);
  if (const auto* refused = std::get_if<Refused>(&options)) return "refused " + refused->part;
  std::string line;
  for (const std::string& word : std::get<std::vector<std::string>>(options)) line += (line.empty() ? "" : " ") + word;
  return line;
}

TEST(NodeOptions, OfTheDefaultPolicyNameEachPathOnce) {
  EXPECT_EQ(Joined(Default()),
            "--no-warnings --permission --allow-fs-read=/a/steps.mjs --allow-fs-read=/carrier.mjs "
            "--allow-fs-read=/s/workspace --allow-fs-write=/s/workspace");
}

TEST(NodeOptions, GrantReadingOfWhatMayBeWritten) {
  Policy policy = Default();
  policy.filesystem.read = {"/s/data"};
  EXPECT_THAT(Joined(policy),
              testing::HasSubstr("--allow-fs-read=/s/data --allow-fs-read=/s/workspace --allow-fs-write"));
}

TEST(NodeOptions, GrantEverythingWhereTheRootIsGranted) {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  EXPECT_EQ(Joined(policy), "--no-warnings --permission --allow-fs-read=* --allow-fs-write=/s/workspace");
  policy.filesystem.write = {"/"};
  EXPECT_EQ(Joined(policy), "--no-warnings --permission --allow-fs-read=* --allow-fs-write=*");
}

TEST(NodeOptions, RefuseWhatNodeCannotEnforce) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Joined(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) { p.network.mode = Network::Mode::kNone; }), "refused network");
  EXPECT_EQ(refused([](Policy& p) {
              p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
            }),
            "refused network");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = true; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = false; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.read = {"/s/*"}; }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.limits.output_bytes = 1; }), "refused limits.output");
  EXPECT_EQ(refused([](Policy& p) { p.limits.files = 1; }), "refused limits.files");
}

TEST(NodeEnvironment, HoldsWhatThePolicyPassesAndSetsAndNothingElseOfTheLaunchers) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"HOME", "/elsewhere"}};
  EXPECT_THAT(NodeEnvironment(policy, kStage, {"WANTED=1", "OTHER=2", "NODE_OPTIONS=--allow-fs-read=*"}),
              testing::ElementsAre("HOME=/elsewhere", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin",
                                   "TMPDIR=/s/tmp", "WANTED=1"));
}

TEST(FindModelOption, PrefersTheSpellingWithoutExperimental) {
  EXPECT_EQ(FindModelOption("\n  --experimental-permission   enable\n  --preserve-symlinks\n"),
            "--experimental-permission");
  EXPECT_EQ(FindModelOption("\n  --permission                enable\n  --experimental-permission\n"), "--permission");
  EXPECT_EQ(FindModelOption("\n  --permission-audit\n"), "");
  EXPECT_EQ(FindModelOption(""), "");
}

}  // namespace
}  // namespace adapters
