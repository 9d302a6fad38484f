// SPDX-License-Identifier: Apache-2.0
#include "reports/policy_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace reports {
namespace {

using harness::Milliseconds;
using harness::Network;
using harness::Policy;

TEST(PolicyJson, SpellsTheDefaultAsAScenarioFileWould) {
  EXPECT_EQ(
      PolicyJson(Policy{}).dump(),
      R"({"sandbox":"on","filesystem":{"read":["system","${workspace}"],"write":["${workspace}"],"deny":[]},)"
      R"("network":"none","process":{"isolate":true,"signal-outside":false},)"
      R"("environment":{"pass":[],"set":{}},"limits":{"wall":"10s"}})");
}

TEST(PolicyJson, SpellsEveryLimitExactly) {
  Policy policy;
  policy.limits = {Milliseconds(1500), Milliseconds(2000), std::uint64_t{64} << 20, 1500, 7, {}, 4096, 9};
  EXPECT_EQ(PolicyJson(policy)["limits"].dump(),
            R"({"wall":"1500ms","cpu":"2s","memory":"64M","disk":"1500","pids":7,"output":"4K","files":9})");
  policy.limits.memory_bytes = std::uint64_t{3} << 40;
  policy.limits.disk_bytes = 0;
  EXPECT_EQ(PolicyJson(policy)["limits"]["memory"], "3072G");
  EXPECT_EQ(PolicyJson(policy)["limits"]["disk"], "0");
}

TEST(PolicyJson, SpellsEachKindOfNetwork) {
  Policy policy;
  policy.sandbox = false;
  policy.network.mode = Network::Mode::kOpen;
  EXPECT_EQ(PolicyJson(policy)["sandbox"], "off");
  EXPECT_EQ(PolicyJson(policy)["network"], "open");
  policy.network = {Network::Mode::kAllow, {"good.test:80"}, {8080}, {"/run/x"}};
  EXPECT_EQ(PolicyJson(policy)["network"].dump(),
            R"({"allow":["good.test:80"],"listen":[8080],"unix":["/run/x"]})");
}

TEST(PolicyJson, MakesPathsAndVariablesPrintable) {
  Policy policy;
  policy.filesystem.deny = {"/a\n\xff"};
  policy.environment.set = {{"A\x01", "\x1b"}};
  EXPECT_EQ(PolicyJson(policy)["filesystem"]["deny"][0], "/a\\x0a\\xff");
  EXPECT_EQ(PolicyJson(policy)["environment"]["set"].dump(), R"({"A\\x01":"\\x1b"})");
}

}  // namespace
}  // namespace reports
