// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/profile.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string_view>

#include "adapters/sandbox-exec/evaluator_test.h"
#include "harness/base/file.h"

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;
using sbpl::Attempt;
using sbpl::Evaluator;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};

using Change = std::function<void(Policy&)>;

Policy Default(const Change& change = {}) {
  Policy policy = Expand(Policy{}, {{"workspace", "/s/workspace"}});
  if (change) change(policy);
  return policy;
}

std::string ProfileOf(const Policy& policy, const LinkedPaths& links = {}) {
  const auto profile = SeatbeltProfile(policy, kStage, links);
  if (const auto* refused = std::get_if<Refused>(&profile)) return "refused " + refused->part;
  return std::get<std::string>(profile);
}

std::string RefusedPart(const Change& change) {
  const std::string text = ProfileOf(Default(change));
  return text.starts_with("refused ") ? text.substr(8) : "nothing";
}

// Compares the profile with golden/`name`, or writes it there where the environment says SANDPROOF_APPROVE=1.
void ExpectGolden(const std::string& name, const Policy& policy) {
  const std::string path = std::string(SANDPROOF_SOURCE_DIR) + "/adapters/sandbox-exec/golden/" + name;
  const char* approve = std::getenv("SANDPROOF_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    ASSERT_TRUE(harness::WriteFileAtomically(path, ProfileOf(policy)));
    return;
  }
  const harness::Result<std::string> golden = harness::ReadFile(path);
  ASSERT_TRUE(golden) << golden.error().message;
  EXPECT_EQ(ProfileOf(policy), *golden) << "If it is meant, run this test with SANDPROOF_APPROVE=1";
}

void DenySome(Policy& policy) {
  policy.filesystem.deny = {"/s/workspace/vault", "/s/workspace/a/b/key.txt", "/s/workspace/**/.env",
                            "/s/workspace/*/k"};
}
void OpenNetwork(Policy& policy) { policy.network.mode = Network::Mode::kOpen; }
void AllowSomeNetwork(Policy& policy) {
  policy.network = {Network::Mode::kAllow, {"localhost:8080"}, {9000}, {"/tmp/agent.sock"}};
}

TEST(SeatbeltProfile, IsAsApproved) {
  ExpectGolden("default.sb", Default());
  ExpectGolden("denials.sb", Default(DenySome));
  ExpectGolden("open-network.sb", Default(OpenNetwork));
  ExpectGolden("some-network.sb", Default(AllowSomeNetwork));
  ExpectGolden("private-spelling.sb", Default([](Policy& policy) {
    policy.filesystem.read = {harness::kSystem, "/etc/ssh"};
    policy.filesystem.write = {"/tmp/project", "/private/var/folders/x"};
    policy.filesystem.deny = {"/tmp/project/key"};
  }));
  ExpectGolden("everything.sb", Default([](Policy& policy) {
    policy.filesystem = {{harness::kSystem, "/"}, {"/"}, {}};
    policy.network.mode = Network::Mode::kOpen;
    policy.process = {.isolate = false, .signal_outside = true};
  }));
}

struct Expectation {
  Attempt attempt;
  bool allowed;
};

void ExpectDecisions(const Policy& policy, const std::vector<Expectation>& expectations,
                     const LinkedPaths& links = {}) {
  const Evaluator evaluator(ProfileOf(policy, links));
  for (const auto& [attempt, allowed] : expectations) {
    EXPECT_EQ(evaluator.Allows(attempt), allowed) << attempt.operation << " " << attempt.object << " " << attempt.kind;
  }
}

TEST(SeatbeltProfile, ConfinesFilesToTheGrants) {
  ExpectDecisions(Default(), {
      {{"file-read-data", "/s/workspace/a"}, true},
      {{"file-write-create", "/s/workspace/a"}, true},
      {{"file-write-unlink", "/s/workspace/a"}, true},
      {{"file-link", "/s/workspace/a"}, true},
      {{"process-exec", "/s/workspace/program"}, true},
      {{"process-exec", "/s/bin/probe"}, true},
      {{"file-write-data", "/s/bin/probe"}, false},
      {{"file-write-create", "/s/tmp/a"}, true},
      {{"file-read-data", "/s/workspace-sibling/a"}, false},
      {{"file-write-create", "/s/workspace-sibling/a"}, false},
      {{"file-read-data", "/s/outside/a"}, false},
      {{"file-link", "/s/outside/a"}, false},
      {{"file-write-create", "/s/outside/a"}, false},
      {{"file-write-mode", "/s/outside/a"}, false},
      {{"process-exec", "/s/outside/program"}, false},
      {{"file-read-data", "/s"}, false},
      {{"file-read-metadata", "/s", "DIRECTORY"}, true},
      {{"file-read-data", "/s/home/.ssh/id"}, false},
  });
}

TEST(SeatbeltProfile, ShowsTheSystemAndNoSecretOfIt) {
  ExpectDecisions(Default(), {
      {{"file-read-data", "/"}, true},
      {{"file-read-data", "/usr/lib/dyld"}, true},
      {{"process-exec", "/bin/sh"}, true},
      {{"file-write-data", "/usr/lib/dyld"}, false},
      {{"file-write-data", "/dev/null"}, true},
      {{"file-read-data", "/dev/disk0"}, false},
      {{"file-read-data", "/private/etc/hosts"}, true},
      {{"file-read-data", "/private/etc/master.passwd"}, false},
      {{"file-read-data", "/Users/someone/.netrc"}, false},
      {{"file-read-data", "/System/Volumes/Data/Users/someone/.netrc"}, false},
      {{"file-read-data", "/private/var/tmp/elsewhere"}, false},
  });
  const Change forget_system = [](Policy& policy) { policy.filesystem.read = {"/s/workspace"}; };
  ExpectDecisions(Default(forget_system),
                  {{{"file-read-data", "/usr/lib/dyld"}, false}, {{"process-exec", "/bin/sh"}, false}});
}

TEST(SeatbeltProfile, LetsADenialWinOverGrants) {
  const Change change = [](Policy& policy) {
    policy.filesystem.write = {"/s/workspace", "/s/workspace/vault/open"};
    policy.filesystem.deny = {"/s/workspace/key.txt", "/s/workspace/vault", "/s/workspace/**/.env"};
  };
  ExpectDecisions(Default(change), {
      {{"file-read-data", "/s/workspace/key.txt"}, false},
      {{"file-read-data", "/s/workspace/KEY.txt"}, false},
      {{"file-write-create", "/s/workspace/key.txt"}, false},
      {{"file-link", "/s/workspace/key.txt"}, false},
      {{"process-exec", "/s/workspace/key.txt"}, false},
      {{"file-read-data", "/s/workspace/key.txt2"}, true},
      {{"file-read-data", "/s/workspace/vault", "DIRECTORY"}, false},
      {{"file-write-create", "/s/workspace/vault/deep/a"}, false},
      {{"file-read-data", "/s/workspace/vault/open/a"}, false},
      {{"file-read-data", "/s/workspace/vaults/a"}, true},
      {{"file-read-data", "/s/workspace/.env"}, false},
      {{"file-read-data", "/s/workspace/a/b/.env"}, false},
      {{"file-read-data", "/s/workspace/a/b/env"}, true},
  });
}

TEST(SeatbeltProfile, KeepsWhatIsDeniedWhereItIs) {
  ExpectDecisions(Default(DenySome), {
      {{"file-write-unlink", "/s/workspace/a/b", "DIRECTORY"}, false},
      {{"file-write-unlink", "/s/workspace/a", "DIRECTORY"}, false},
      {{"file-write-create", "/s/workspace/a", "SYMLINK"}, false},
      {{"file-write-create", "/s/workspace/a", "DIRECTORY"}, true},
      {{"file-write-create", "/s/workspace/a/c", "SYMLINK"}, true},
      // The directory that one star stands for cannot move; one that two stars stand for takes its denial along.
      {{"file-write-unlink", "/s/workspace/c", "DIRECTORY"}, false},
      {{"file-write-unlink", "/s/workspace/c/d", "DIRECTORY"}, true},
      {{"file-write-unlink", "/s/workspace/c"}, true},
      {{"file-write-unlink", "/s/workspace", "DIRECTORY"}, false},
  });
  ExpectDecisions(Default(), {{{"file-write-unlink", "/s/workspace", "DIRECTORY"}, false},
                              {{"file-write-unlink", "/s/workspace/c", "DIRECTORY"}, true}});
}

TEST(SeatbeltProfile, KnowsBothSpellingsOfThePrivateDirectories) {
  const Change change = [](Policy& policy) {
    policy.filesystem.write = {"/tmp/project"};
    policy.filesystem.deny = {"/private/tmp/project/key"};
  };
  for (const std::string top : {"/tmp", "/private/tmp"}) {
    ExpectDecisions(Default(change), {{{"file-write-create", top + "/project/a"}, true},
                                      {{"file-read-data", top + "/project/key"}, false},
                                      {{"file-read-data", top + "/other"}, false},
                                      {{"file-read-metadata", top, "DIRECTORY"}, true}});
  }
  EXPECT_EQ(Spellings("/tmpfile"), std::vector<std::string>{"/tmpfile"});
}

TEST(SeatbeltProfile, DeniesALinkAndWhatItLeadsTo) {
  const Change change = [](Policy& policy) { policy.filesystem.deny = {"/s/workspace/link"}; };
  ExpectDecisions(Default(change),
                  {{{"file-read-metadata", "/s/workspace/link", "SYMLINK"}, false},
                   {{"file-read-data", "/s/workspace/real"}, false},
                   {{"file-read-data", "/s/workspace/other"}, true}},
                  {{"/s/workspace/link", "/s/workspace/real"}});
}

TEST(SeatbeltProfile, RefusesToGrantWhatALinkLeadsTo) {
  const Policy policy = Default([](Policy& p) { p.filesystem.write = {"/s/workspace/out"}; });
  EXPECT_EQ(ProfileOf(policy, {{"/s/workspace/out", "/Users/someone"}}), "refused filesystem");
  EXPECT_EQ(ProfileOf(policy, {{"/s/bin", "/opt/bin"}}), "refused filesystem");
  // This link is the system's own, and both spellings are in the profile.
  const Policy temporary = Default([](Policy& p) { p.filesystem.write = {"/tmp/project"}; });
  EXPECT_NE(ProfileOf(temporary, {{"/tmp/project", "/private/tmp/project"}}), "refused filesystem");
}

TEST(SeatbeltProfile, ClosesTheNetwork) {
  ExpectDecisions(Default(), {{{"network-outbound", "198.18.0.2:80"}, false},
                              {{"network-outbound", "localhost:80"}, false},
                              {{"network-bind", "localhost:80"}, false},
                              {{"network-outbound", "/private/var/run/mDNSResponder"}, false},
                              {{"network-outbound", "/s/workspace/socket"}, false}});
}

TEST(SeatbeltProfile, OpensTheNetworkWithoutTheSocketsOfOthers) {
  const Change change = [](Policy& policy) {
    OpenNetwork(policy);
    policy.filesystem.deny = {"/s/workspace/denied"};
  };
  ExpectDecisions(Default(change), {{{"network-outbound", "198.18.0.2:80"}, true},
                                    {{"network-bind", "localhost:80"}, true},
                                    {{"network-inbound", "localhost:80"}, true},
                                    {{"network-outbound", "/private/var/run/mDNSResponder"}, true},
                                    {{"network-outbound", "/private/var/run/docker.sock"}, false},
                                    {{"network-outbound", "/s/workspace/socket"}, true},
                                    {{"network-outbound", "/s/workspace/denied"}, false}});
}

TEST(SeatbeltProfile, OpensListedPortsAndSocketsOnly) {
  ExpectDecisions(Default(AllowSomeNetwork), {{{"network-outbound", "localhost:8080"}, true},
                                              {{"network-outbound", "localhost:8081"}, false},
                                              {{"network-outbound", "198.18.0.2:8080"}, false},
                                              {{"network-bind", "localhost:9000"}, true},
                                              {{"network-inbound", "198.18.0.2:9000"}, true},
                                              {{"network-bind", "localhost:9001"}, false},
                                              {{"network-outbound", "/private/tmp/agent.sock"}, true},
                                              {{"network-outbound", "/private/tmp/other.sock"}, false},
                                              {{"file-read-data", "/private/tmp/agent.sock"}, false}});
}

TEST(SeatbeltProfile, KeepsProcessesApartAsFarAsItIsAsked) {
  ExpectDecisions(Default(), {{{"signal", "", "", "others"}, false},
                              {{"signal", "", "", "same-sandbox"}, true},
                              {{"process-info-pidinfo", "", "", "others"}, false},
                              {{"sysctl-read", "kern.procargs2.1"}, false},
                              {{"sysctl-read", "kern.osrelease"}, true},
                              {{"mach-lookup", "com.apple.SecurityServer"}, false}});
  const Change share = [](Policy& policy) { policy.process.isolate = false; };
  ExpectDecisions(Default(share), {{{"signal", "", "", "others"}, false},
                                   {{"process-info-pidinfo", "", "", "others"}, true},
                                   {{"sysctl-read", "kern.procargs2.1"}, true}});
  const Change signal = [](Policy& policy) { policy.process.signal_outside = true; };
  ExpectDecisions(Default(signal), {{{"signal", "", "", "others"}, true}});
}

TEST(SeatbeltProfile, LetsNoPathWriteRules) {
  const std::string path = "/s/workspace/a\") (allow default) (literal \"\\";
  const Policy policy = Default([&](Policy& p) { p.filesystem.deny = {path}; });
  ExpectDecisions(policy, {{{"file-read-data", path}, false}, {{"file-read-data", "/s/outside/a"}, false}});
}

TEST(SeatbeltProfile, RefusesWhatSeatbeltCannotEnforce) {
  EXPECT_EQ(RefusedPart([](Policy&) {}), "nothing");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.sandbox = false; }), "sandbox");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}}; }),
            "network.allow");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.network = {Network::Mode::kAllow, {"127.0.0.1:80"}, {}, {}}; }),
            "network.allow");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "limits.cpu");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.limits.memory_bytes = 1; }), "limits.memory");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.limits.disk_bytes = 1; }), "limits.disk");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.limits.pids = 1; }), "limits.pids");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.filesystem.write = {"/s/\xC3\xBC"}; }), "filesystem");
  EXPECT_EQ(RefusedPart([](Policy& p) { p.filesystem.deny = {"/s/a\nb"}; }), "filesystem.deny");
}

}  // namespace
}  // namespace adapters
