// SPDX-License-Identifier: Apache-2.0
#include "adapters/srt/translate.h"

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
const SrtHost kHost = {{"/usr", "/etc/hosts"}, {}, {"/p/seccomp", "/w/tmp"}};

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

Policy ReadingEverything() {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  return policy;
}

std::string Settings(const Policy& policy, SrtGeneration generation = SrtGeneration::kCurrent,
                     const SrtHost& host = kHost) {
  const auto settings = SrtSettings(policy, kStage, host, generation);
  if (const auto* refused = std::get_if<Refused>(&settings)) return "refused " + refused->part;
  return std::get<std::string>(settings);
}

TEST(SrtSettings, OfTheDefaultPolicyDenyTheRootAndOpenWhatIsGranted) {
  EXPECT_EQ(Settings(Default()), R"({
  "network": {
    "allowedDomains": [],
    "deniedDomains": []
  },
  "filesystem": {
    "denyRead": [
      "/"
    ],
    "allowRead": [
      "/usr",
      "/etc/hosts",
      "/p/seccomp",
      "/w/tmp",
      "/s/bin",
      "/s/workspace"
    ],
    "allowWrite": [
      "/s/workspace"
    ],
    "denyWrite": []
  }
}
)");
}

TEST(SrtSettings, OfTheFirstVersionReadEverythingButWhatIsDenied) {
  Policy policy = ReadingEverything();
  policy.filesystem.deny = {"/s/workspace/key"};
  EXPECT_EQ(Settings(policy, SrtGeneration::kFirst), R"({
  "network": {
    "allowedDomains": [],
    "deniedDomains": []
  },
  "filesystem": {
    "denyRead": [
      "/s/workspace/key"
    ],
    "allowWrite": [
      "/s/workspace"
    ],
    "denyWrite": [
      "/s/workspace/key"
    ]
  }
}
)");
}

TEST(SrtSettings, DenyBothReadingAndWriting) {
  Policy policy = Default();
  policy.filesystem.deny = {"/s/workspace/key"};
  const std::string settings = Settings(policy);
  EXPECT_THAT(settings, HasSubstr("\"denyRead\": [\n      \"/\",\n      \"/s/workspace/key\"\n    ]"));
  EXPECT_THAT(settings, HasSubstr("\"denyWrite\": [\n      \"/s/workspace/key\"\n    ]"));
}

TEST(SrtSettings, NameHostsWithTheirPorts) {
  Policy policy = Default();
  policy.network = {Network::Mode::kAllow, {"good.test:80", "[2001:db8::1]:443"}, {}, {}};
  EXPECT_THAT(Settings(policy), HasSubstr("\"good.test:80\",\n      \"[2001:db8::1]:443\""));
}

TEST(SrtSettings, CanGrantTheWholeTree) {
  Policy policy = ReadingEverything();
  policy.filesystem.write = {"/"};
  EXPECT_THAT(Settings(policy),
              HasSubstr("\"denyRead\": [],\n    \"allowRead\": [],\n    \"allowWrite\": [\n      \"/\""));
}

TEST(SrtSettings, RefuseWhatSrtCannotEnforce) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Settings(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = false; }), "refused process.isolate");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "refused process.signal-outside");
  EXPECT_EQ(refused([](Policy& p) { p.network.mode = Network::Mode::kOpen; }), "refused network.open");
  EXPECT_EQ(refused([](Policy& p) { p.network = {Network::Mode::kAllow, {}, {80}, {}}; }), "refused network.listen");
  EXPECT_EQ(refused([](Policy& p) { p.network = {Network::Mode::kAllow, {}, {}, {"/s"}}; }), "refused network.unix");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.read = {"/s/workspace"}; }), "refused filesystem.read");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write = {"/s/*"}; }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/*.key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s"}; }), "refused filesystem.deny");
  EXPECT_EQ(Settings(Default(), SrtGeneration::kCurrent, {{"/usr"}, {"/gone"}, {}}), "refused filesystem");
}

TEST(SrtSettings, OfTheFirstVersionRefuseToConfineReadsAndToNameHosts) {
  EXPECT_EQ(Settings(Default(), SrtGeneration::kFirst), "refused filesystem.read");
  Policy policy = ReadingEverything();
  policy.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
  EXPECT_EQ(Settings(policy, SrtGeneration::kFirst), "refused network.allow");
}

TEST(SrtCommandLine, GivesTheProgramTheEnvironmentOfThePolicyAndNothingElse) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"LABEL", "a b"}};
  const std::string line = SrtCommandLine(policy, kStage, {"/s/bin/probe", "it's"}, {"WANTED=1", "OTHER=2"});
  EXPECT_EQ(line,
            "exec /usr/bin/env HOME=/s/home 'LABEL=a b' LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin WANTED=1 "
            "/s/bin/probe 'it'\\''s'");
  EXPECT_THAT(line, Not(HasSubstr("OTHER")));
}

}  // namespace
}  // namespace adapters
