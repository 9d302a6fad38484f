// SPDX-License-Identifier: Apache-2.0
#include "adapters/codex/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;
using ::testing::HasSubstr;
using ::testing::Not;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};
const CodexHost kHost = {{}, {"/p/codex", "/w/home/tmp"}, "/w/tmp"};

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

std::string Config(const Policy& policy, const std::vector<std::string>& environment = {},
                   const CodexHost& host = kHost) {
  const auto config = CodexConfig(policy, kStage, host, environment);
  if (const auto* refused = std::get_if<Refused>(&config)) return "refused " + refused->part;
  return std::get<std::string>(config);
}

TEST(CodexConfig, OfTheDefaultPolicy) {
  EXPECT_EQ(Config(Default()), R"(default_permissions = "sandproof"

[permissions.sandproof.filesystem]
"/p/codex" = "read"
"/s/bin" = "read"
"/s/workspace" = "write"
"/w/home/tmp" = "read"
"/w/tmp" = "write"
":minimal" = "read"

[permissions.sandproof.network]
enabled = false

[shell_environment_policy]
inherit = "none"

[shell_environment_policy.set]
"HOME" = "/s/home"
"LANG" = "C.UTF-8"
"PATH" = "/usr/local/bin:/usr/bin:/bin"
"TMPDIR" = "/w/tmp"
)");
}

TEST(CodexConfig, WritesNothingWhereNothingIsGranted) {
  Policy policy = Default();
  policy.filesystem.write.clear();
  EXPECT_THAT(Config(policy), HasSubstr("\"/s/workspace\" = \"read\"\n"));
}

TEST(CodexConfig, LetsDenialsWinOverGrants) {
  Policy policy = Default();
  policy.filesystem.deny = {"/s/workspace/key"};
  EXPECT_THAT(Config(policy), HasSubstr("\"/s/workspace/key\" = \"deny\"\n"));
}

TEST(CodexConfig, CanGrantTheWholeTreeAndTheNetwork) {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  EXPECT_THAT(Config(policy), HasSubstr("\":root\" = \"read\"\n"));
  policy.filesystem.write = {"/"};
  policy.network.mode = Network::Mode::kOpen;
  EXPECT_THAT(Config(policy), HasSubstr("\":root\" = \"write\"\n"));
  EXPECT_THAT(Config(policy), HasSubstr("enabled = true\n"));
}

TEST(CodexConfig, PassesAndSetsVariables) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"LABEL", "a \"b\"\n\\"}};
  const std::string config = Config(policy, {"WANTED=1", "OTHER=2"});
  EXPECT_THAT(config, HasSubstr("\"LABEL\" = \"a \\u0022b\\u0022\\u000a\\u005c\"\n"));
  EXPECT_THAT(config, HasSubstr("\"WANTED\" = \"1\"\n"));
  EXPECT_THAT(config, Not(HasSubstr("OTHER")));
  EXPECT_THAT(config, Not(HasSubstr("UNSET")));
}

TEST(CodexConfig, RefusesWhatCodexCannotEnforce) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Config(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = false; }), "refused process.isolate");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "refused process.signal-outside");
  EXPECT_EQ(refused([](Policy& p) {
              p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
            }),
            "refused network.allow");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.limits.output_bytes = 1; }), "refused limits.output");
  EXPECT_EQ(refused([](Policy& p) { p.limits.files = 1; }), "refused limits.files");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write = {"/s/[a]"}; }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/*.key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s"}; }), "refused filesystem.deny");
  EXPECT_EQ(Config(Default(), {}, {{"/gone"}, {}, ""}), "refused filesystem");
}

}  // namespace
}  // namespace adapters
