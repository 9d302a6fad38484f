// SPDX-License-Identifier: Apache-2.0
#include "adapters/firejail/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;
using testing::HasSubstr;
using testing::Not;
using Kind = harness::HostPath::Kind;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};

FirejailView Host() {
  return {{{"/bin", Kind::kSymlink},
           {"/dev", Kind::kDirectory},
           {"/etc", Kind::kDirectory},
           {"/proc", Kind::kDirectory},
           {"/run", Kind::kDirectory},
           {"/s", Kind::kDirectory},
           {"/swapfile", Kind::kFile},
           {"/usr", Kind::kDirectory}},
          {{"/run/user", Kind::kDirectory}, {"/run/utmp", Kind::kFile}},
          {{"/s/workspace", Kind::kDirectory},
           {"/s/workspace/key", Kind::kFile},
           {"/s/workspace/link", Kind::kSymlink},
           {"/s/outside", Kind::kDirectory},
           {"/dev/shm/s", Kind::kDirectory},
           {"/s/{a}", Kind::kDirectory}},
          "somebody"};
}

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

std::string Profile(const Policy& policy, const FirejailView& host = Host()) {
  const auto profile = FirejailProfile(policy, kStage, host);
  if (const auto* refused = std::get_if<Refused>(&profile)) return "refused " + refused->part;
  return std::get<std::string>(profile);
}

const char kStart[] =
    "deterministic-exit-code\ndeterministic-shutdown\ncaps.drop all\nnonewprivs\nseccomp\nnogroups\nipc-namespace\n";

TEST(FirejailProfile, LeavesTheVarTmpOfTheHostWhereSomethingInItIsGranted) {
  FirejailView host = Host();
  host.named.push_back({"/var/tmp/project", Kind::kDirectory});
  Policy policy = Default();
  EXPECT_THAT(Profile(policy, host), Not(HasSubstr("keep-var-tmp")));
  policy.filesystem.read.push_back("/var/tmp/project");
  EXPECT_THAT(Profile(policy, host), HasSubstr("keep-var-tmp\n"));
}

TEST(FirejailProfile, OfTheDefaultPolicy) {
  EXPECT_EQ(
      Profile(Default()),
      std::string(kStart) +
          "net none\nwhitelist /etc/.nothing-of-it\nwhitelist /run/.nothing-of-it\nwhitelist /s/.nothing-of-it\n"
          "blacklist /swapfile\n"
          "whitelist /etc/alternatives\nwhitelist /etc/group\nwhitelist /etc/hosts\nwhitelist /etc/ld.so.cache\n"
          "whitelist /etc/ld.so.conf\nwhitelist /etc/ld.so.conf.d\nwhitelist /etc/localtime\n"
          "whitelist /etc/nsswitch.conf\nwhitelist /etc/passwd\nwhitelist /etc/resolv.conf\nwhitelist /etc/ssl/certs\n"
          "private-dev\nwhitelist /s/bin\nread-only /s/bin\nread-only /\n"
          "whitelist /s/workspace\nread-write /s/workspace\n");
}

TEST(FirejailProfile, LeavesTheNetworkWhereItIsOpen) {
  Policy policy = Default();
  policy.network.mode = Network::Mode::kOpen;
  EXPECT_THAT(Profile(policy), Not(HasSubstr("net none")));
}

TEST(FirejailProfile, GrantsDeeperPathsAfterOthersAndDeniesLast) {
  Policy policy = Default();
  policy.filesystem.read = {harness::kSystem, "/s/outside", "/s/workspace"};
  policy.filesystem.deny = {"/s/workspace/key"};
  EXPECT_THAT(Profile(policy),
              HasSubstr("read-only /\nwhitelist /s/outside\nread-only /s/outside\nwhitelist /s/workspace\n"
                        "read-write /s/workspace\nblacklist /s/workspace/key\n"));
}

TEST(FirejailProfile, ShowsNothingOfTheSystemThatIsNotGranted) {
  Policy policy = Default();
  policy.filesystem.read = {"/s/workspace"};
  EXPECT_THAT(Profile(policy), HasSubstr("whitelist /usr/.nothing-of-it\n"));
  EXPECT_THAT(Profile(policy), Not(HasSubstr("whitelist /etc/passwd")));
}

TEST(FirejailProfile, NamesTheDevicesWhereAGrantLiesAmongThem) {
  Policy policy = Default();
  policy.filesystem.write = {"/dev/shm/s"};
  EXPECT_THAT(Profile(policy), HasSubstr("whitelist /dev/null\n"));
  EXPECT_THAT(Profile(policy), Not(HasSubstr("private-dev")));
}

TEST(FirejailProfile, ProtectsEveryTopDirectoryWhereAllCanBeReadButNotWritten) {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  EXPECT_EQ(Profile(policy),
            std::string(kStart) +
                "net none\nprivate-dev\nkeep-dev-shm\nkeep-var-tmp\nread-only /\nread-only /etc\nread-only /s\n"
                "read-only /usr\nread-only /dev/shm\nwhitelist /run/.nothing-of-it\nwhitelist /run/user\n"
                "read-only /run/user\nwhitelist /run/utmp\nread-only /run/utmp\nread-write /s/workspace\n");
}

TEST(FirejailProfile, ProtectsNothingWhereAllCanBeWritten) {
  Policy policy = Default();
  policy.filesystem.write = {"/"};
  EXPECT_EQ(Profile(policy), std::string(kStart) +
                                 "net none\nprivate-dev\nkeep-dev-shm\nkeep-var-tmp\nwritable-etc\nwritable-var\n"
                                 "writable-var-log\n");
}

TEST(FirejailProfile, IsRefusedWhereFirejailCannotEnforceThePolicy) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Profile(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) {
              p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
            }),
            "refused network.allow");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = false; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "refused process");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.limits.output_bytes = 1; }), "refused limits.output");
  EXPECT_EQ(refused([](Policy& p) { p.limits.files = 1; }), "refused limits.files");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write.emplace_back("/missing"); }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write.emplace_back("/s/workspace/link"); }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.read.emplace_back("/s/{a}"); }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/*.key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/missing"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/link"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s"}; }), "refused filesystem.deny");
}

TEST(FirejailProfile, IsRefusedToTheUserWhoMayNotStartFirejail) {
  FirejailView host = Host();
  host.account = "nobody";
  EXPECT_EQ(Profile(Default(), host), "refused account");
}

TEST(FirejailEnvironment, HoldsWhatThePolicyPassesAndSetsAndNothingElse) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"HOME", "/elsewhere"}};
  EXPECT_THAT(FirejailEnvironment(policy, kStage, {"WANTED=1", "OTHER=2"}),
              testing::ElementsAre("HOME=/elsewhere", "LANG=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin",
                                   "TMPDIR=/tmp", "WANTED=1"));
}

}  // namespace
}  // namespace adapters
