// SPDX-License-Identifier: Apache-2.0
#include "adapters/deno/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};
const char kStart[] = "--quiet --no-prompt --no-config --no-lock --no-remote --no-npm --no-code-cache ";

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

std::string Joined(const Policy& policy) {
  const auto options = DenoOptions(policy);
  if (const auto* refused = std::get_if<Refused>(&options)) return "refused " + refused->part;
  std::string line;
  for (const std::string& word : std::get<std::vector<std::string>>(options)) line += (line.empty() ? "" : " ") + word;
  return line;
}

TEST(DenoOptions, OfTheDefaultPolicy) {
  EXPECT_EQ(Joined(Default()), std::string(kStart) +
                                   "--allow-read=/s/workspace,/s/workspace --allow-write=/s/workspace "
                                   "--allow-env=HOME,LANG,PATH,TMPDIR");
}

TEST(DenoOptions, TakeDeniedPathsOutOfBothGrants) {
  Policy policy = Default();
  policy.filesystem.deny = {"/s/workspace/key", "/s/workspace/keys"};
  EXPECT_THAT(Joined(policy), testing::HasSubstr("--deny-read=/s/workspace/key,/s/workspace/keys "
                                                 "--deny-write=/s/workspace/key,/s/workspace/keys "));
}

TEST(DenoOptions, HaveNoValueWhereEverythingIsGranted) {
  Policy policy = Default();
  policy.filesystem.write = {"/"};
  policy.network.mode = Network::Mode::kOpen;
  policy.process = {.isolate = false, .signal_outside = true};
  EXPECT_EQ(Joined(policy), std::string(kStart) +
                                "--allow-read --allow-write --allow-net --allow-env=HOME,LANG,PATH,TMPDIR --allow-run");
}

TEST(DenoOptions, NameTheHostsThatMayBeReached) {
  Policy policy = Default();
  policy.network = {Network::Mode::kAllow, {"good.test:80", "[2001:db8::1]:80"}, {}, {}};
  EXPECT_THAT(Joined(policy), testing::HasSubstr(" --allow-net=good.test:80,[2001:db8::1]:80 "));
}

TEST(DenoOptions, GrantNoNetworkWhereTheListOfHostsIsEmpty) {
  Policy policy = Default();
  policy.network = {Network::Mode::kAllow, {}, {}, {}};
  EXPECT_THAT(Joined(policy), testing::Not(testing::HasSubstr("--allow-net")));
}

TEST(DenoOptions, NameTheVariablesThatMayBeRead) {
  Policy policy = Default();
  policy.environment.pass = {"BUILD_LABEL"};
  policy.environment.set = {{"A", "1"}};
  EXPECT_THAT(Joined(policy), testing::HasSubstr("--allow-env=A,BUILD_LABEL,HOME,LANG,PATH,TMPDIR"));
}

TEST(DenoOptions, RefuseWhatDenoCannotEnforce) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Joined(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) { p.network = {Network::Mode::kAllow, {}, {80}, {}}; }), "refused network.listen");
  EXPECT_EQ(refused([](Policy& p) { p.network = {Network::Mode::kAllow, {}, {}, {"/s/x"}}; }), "refused network.unix");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = false; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write = {"/s/a,b"}; }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.read = {"/dev/shm/s"}; }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/*.key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.limits.output_bytes = 1; }), "refused limits.output");
  EXPECT_EQ(refused([](Policy& p) { p.limits.files = 1; }), "refused limits.files");
}

TEST(DenoEnvironment, HoldsTheLaunchersVariablesButNoneThatWouldChangeDeno) {
  Policy policy = Default();
  policy.environment.set = {{"HOME", "/elsewhere"}};
  EXPECT_THAT(DenoEnvironment(policy, kStage, {"API_TOKEN=1", "PATH=/w/bin", "DENO_DIR=/w", "LD_PRELOAD=/w/x.so"},
                              "/scratch/deno"),
              testing::ElementsAre("API_TOKEN=1", "DENO_DIR=/scratch/deno", "DENO_NO_UPDATE_CHECK=1", "HOME=/elsewhere",
                                   "LANG=C.UTF-8", "NO_COLOR=1", "PATH=/usr/local/bin:/usr/bin:/bin", "TMPDIR=/s/tmp"));
}

}  // namespace
}  // namespace adapters
