// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace adapters {
namespace {

using harness::HostPath;
using harness::HostView;
using harness::Network;
using harness::Policy;
using harness::Refused;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};

HostView Host() {
  return {{{"/usr", HostPath::Kind::kDirectory, ""},
           {"/bin", HostPath::Kind::kSymlink, "usr/bin"},
           {"/lib32", HostPath::Kind::kMissing, ""},
           {"/etc/hosts", HostPath::Kind::kFile, ""}},
          {{"/s/workspace", HostPath::Kind::kDirectory, ""},
           {"/s/workspace/key", HostPath::Kind::kFile, ""},
           {"/s/workspace/keys", HostPath::Kind::kDirectory, ""},
           {"/s/workspace/link", HostPath::Kind::kSymlink, "key"},
           {"/s/outside", HostPath::Kind::kDirectory, ""},
           {"/s/engine.sock", HostPath::Kind::kSocket, ""}}};
}

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

std::string Joined(const Policy& policy, const std::vector<std::string>& environment = {}) {
  const auto options = BubblewrapOptions(policy, kStage, Host(), environment);
  if (const auto* refused = std::get_if<Refused>(&options)) return "refused " + refused->part;
  std::string line;
  for (const std::string& word : std::get<std::vector<std::string>>(options)) line += (line.empty() ? "" : " ") + word;
  return line;
}

const char kStart[] =
    "--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session --die-with-parent "
    "--cap-drop ALL --clearenv --setenv HOME /s/home --setenv LANG C.UTF-8 --setenv PATH /usr/local/bin:/usr/bin:/bin "
    "--setenv TMPDIR /tmp ";
const char kSystemMounts[] =
    "--ro-bind /usr /usr --symlink usr/bin /bin --ro-bind /etc/hosts /etc/hosts --proc /proc --remount-ro /proc --dev /dev --tmpfs /tmp "
    "--ro-bind /s/bin /s/bin ";
const char kEnd[] = "--remount-ro / --chdir /s/workspace";

TEST(BubblewrapOptions, OfTheDefaultPolicy) {
  EXPECT_EQ(Joined(Default()), std::string(kStart) + kSystemMounts + "--bind /s/workspace /s/workspace " + kEnd);
}

TEST(BubblewrapOptions, KeepTheNetworkWhereItIsOpen) {
  Policy policy = Default();
  policy.network.mode = Network::Mode::kOpen;
  EXPECT_EQ(Joined(policy).find("--unshare-net"), std::string::npos);
}

TEST(BubblewrapOptions, ShowAListedSocketAndTakeTheNetworkAway) {
  Policy policy = Default();
  policy.network = {Network::Mode::kAllow, {}, {}, {"/s/engine.sock"}};
  const std::string line = Joined(policy);
  EXPECT_NE(line.find("--unshare-net"), std::string::npos);
  EXPECT_NE(line.find("--ro-bind /s/engine.sock /s/engine.sock"), std::string::npos);
  policy.network.unix_sockets = {"/s/outside"};
  EXPECT_EQ(Joined(policy), "refused network.unix");
}

TEST(BubblewrapOptions, MountDeeperGrantsOverOthersAndDenialsOverAll) {
  Policy policy = Default();
  policy.filesystem.read = {harness::kSystem, "/s/outside", "/s/workspace"};
  policy.filesystem.deny = {"/s/workspace/key", "/s/workspace/keys", "/elsewhere"};
  EXPECT_EQ(Joined(policy),
            std::string(kStart) + kSystemMounts +
                "--ro-bind /s/outside /s/outside --bind /s/workspace /s/workspace --ro-bind /dev/null /s/workspace/key "
                "--perms 0000 --tmpfs /s/workspace/keys --remount-ro /s/workspace/keys " + kEnd);
}

TEST(BubblewrapOptions, PassAndSetVariables) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"HOME", "/elsewhere"}};
  const std::string line = Joined(policy, {"WANTED=1", "OTHER=2"});
  EXPECT_NE(line.find("--setenv WANTED 1"), std::string::npos);
  EXPECT_NE(line.find("--setenv HOME /elsewhere"), std::string::npos);
  EXPECT_EQ(line.find("OTHER"), std::string::npos);
  EXPECT_EQ(line.find("UNSET"), std::string::npos);
}

TEST(BubblewrapOptions, ShowNothingOfTheSystemThatIsNotGranted) {
  Policy policy = Default();
  policy.filesystem.read = {"/s/workspace"};
  EXPECT_EQ(Joined(policy).find("/usr /usr"), std::string::npos);
}

TEST(BubblewrapOptions, RefuseWhatBubblewrapCannotEnforce) {
  const auto refused = [](const std::function<void(Policy&)>& change) {
    Policy policy = Default();
    change(policy);
    return Joined(policy);
  };
  EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "refused sandbox");
  EXPECT_EQ(refused([](Policy& p) { p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}}; }), "refused network.allow");
  EXPECT_EQ(refused([](Policy& p) { p.process.isolate = false; }), "refused process.signal-outside");
  EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "refused process.signal-outside");
  EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "refused limits.cpu");
  EXPECT_EQ(refused([](Policy& p) { p.limits.memory_bytes = 1; }), "refused limits.memory");
  EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "refused limits.disk");
  EXPECT_EQ(refused([](Policy& p) { p.limits.pids = 1; }), "refused limits.pids");
  EXPECT_EQ(refused([](Policy& p) { p.limits.output_bytes = 1; }), "refused limits.output");
  EXPECT_EQ(refused([](Policy& p) { p.limits.files = 1; }), "refused limits.files");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.write.emplace_back("/missing"); }), "refused filesystem");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/*.key"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/missing"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/link"}; }), "refused filesystem.deny");
  EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s"}; }), "refused filesystem.deny");
}

TEST(BubblewrapOptions, ShareTheProcessTableWhereNeitherIsAskedToBeKeptApart) {
  Policy policy = Default();
  policy.process = {.isolate = false, .signal_outside = true};
  EXPECT_EQ(Joined(policy).find("--unshare-pid"), std::string::npos);
}

}  // namespace
}  // namespace adapters
