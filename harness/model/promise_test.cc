// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harness {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scenario With(const char* verb, std::map<std::string, std::string> arguments, Expectation::Kind expect) {
  Scenario scenario;
  scenario.steps.push_back({FindVerb(verb), std::move(arguments), {expect, 0, {}}, {}});
  return scenario;
}

TEST(PromisesTested, FollowFromWhatAStepMustNotDo) {
  constexpr auto kDenied = Expectation::Kind::kDenied;
  EXPECT_THAT(PromisesTested(With("file.write", {{"path", "/x"}}, kDenied)), ElementsAre("filesystem.write-confined"));
  EXPECT_THAT(PromisesTested(With("file.read", {{"path", "/x"}}, kDenied)), ElementsAre("filesystem.read-confined"));
  EXPECT_THAT(PromisesTested(With("http.get", {{"url", "http://a"}}, kDenied)), ElementsAre("network.none"));
  EXPECT_THAT(PromisesTested(With("env.read", {{"name", "X"}}, kDenied)), ElementsAre("environment.withheld"));
  EXPECT_THAT(PromisesTested(With("proc.find", {}, kDenied)), ElementsAre("process.isolated"));
  EXPECT_THAT(PromisesTested(With("proc.signal", {}, kDenied)), ElementsAre("process.isolated"));
  EXPECT_THAT(PromisesTested(With("proc.daemon", {{"path", "/x"}}, Expectation::Kind::kAbsent)),
              ElementsAre("descendants.die-with-session"));
  EXPECT_THAT(PromisesTested(With("fd.read", {{"path", "/x"}}, kDenied)), ElementsAre("descriptors.closed"));
  EXPECT_THAT(PromisesTested(With("ipc.make", {{"kind", "semaphore"}}, Expectation::Kind::kAbsent)), ElementsAre("ipc.isolated"));
}

TEST(PromisesTested, FollowFromThePolicyOfTheSessionThatTheStepIsIn) {
  Scenario scenario = With("session.open", {{"name", "listed"}}, Expectation::Kind::kAllowed);
  scenario.steps.push_back(With("http.get", {{"url", "http://a"}}, Expectation::Kind::kDenied).steps[0]);
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("network.none"));
  scenario.sessions = {{"listed", {}, {}}};
  scenario.sessions[0].policy.network = {Network::Mode::kAllow, {"b:80"}, {}, {}};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("network.allow-host"));
}

TEST(PromisesTested, AreNoneWhereEverythingIsAllowed) {
  EXPECT_THAT(PromisesTested(With("file.read", {{"path", "/x"}}, Expectation::Kind::kAllowed)), IsEmpty());
}

TEST(PromisesTested, AskForDenialsWhereAPathIsTakenOutOfAGrant) {
  Scenario scenario = With("file.read", {{"path", "${workspace}/keys/a"}}, Expectation::Kind::kDenied);
  scenario.project = scenario.policy;
  scenario.project->filesystem.deny = {"${workspace}/keys"};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("filesystem.deny"));
}

TEST(PromisesTested, AskForTheListOfHostsWhereThereIsOne) {
  Scenario scenario = With("http.get", {{"url", "http://a"}}, Expectation::Kind::kAllowed);
  scenario.policy.network = {Network::Mode::kAllow, {"a:80"}, {}, {}};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("network.allow-host"));
}

TEST(PromisesTested, AskForTheListOfSocketsWhereThereIsOne) {
  Scenario scenario = With("unix.connect", {{"socket", "/s"}}, Expectation::Kind::kAllowed);
  scenario.policy.network = {Network::Mode::kAllow, {}, {}, {"/s"}};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("network.allow-unix"));
  scenario = With("http.get", {{"url", "http://a"}}, Expectation::Kind::kDenied);
  scenario.policy.network = {Network::Mode::kAllow, {}, {}, {"/s"}};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("network.allow-unix"));
}

TEST(PromisesTested, AskForDenialsWhereASocketIsTakenOutOfAGrant) {
  Scenario scenario = With("unix.connect", {{"socket", "${workspace}/s"}}, Expectation::Kind::kDenied);
  scenario.policy.filesystem.deny = {"${workspace}/s"};
  EXPECT_THAT(PromisesTested(scenario), ElementsAre("filesystem.deny"));
}

TEST(Concede, TakesBackOnlyWhatIsNotPromised) {
  const Scenario scenario = Concede(With("file.write", {{"path", "/x"}}, Expectation::Kind::kDenied),
                                    {promise::kWriteConfined, promise::kIsolated});
  EXPECT_THAT(scenario.conceded, ElementsAre("filesystem.read", "network"));
  EXPECT_EQ(scenario.policy.filesystem.read.back(), "/");
  EXPECT_EQ(scenario.policy.filesystem.write, Policy{}.filesystem.write);
  EXPECT_EQ(scenario.policy.network.mode, Network::Mode::kOpen);
  EXPECT_EQ(scenario.policy.process, Policy{}.process);
}

TEST(Concede, LeavesEverythingToAnAdapterThatPromisesEverything) {
  const Scenario scenario = Concede(With("file.write", {{"path", "/x"}}, Expectation::Kind::kDenied), AllPromises());
  EXPECT_THAT(scenario.conceded, IsEmpty());
  EXPECT_EQ(scenario.policy, Policy{});
}

TEST(Concede, SpeaksForTheProjectToo) {
  Scenario scenario = With("http.get", {{"url", "http://a"}}, Expectation::Kind::kAllowed);
  scenario.project = Policy{};
  EXPECT_EQ(Concede(scenario, {}).project->network.mode, Network::Mode::kOpen);
}

}  // namespace
}  // namespace harness
