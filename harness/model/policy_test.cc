// SPDX-License-Identifier: Apache-2.0
#include "harness/model/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harness {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Policy Rooted() { return Expand(Policy{}, {{"workspace", "/ws"}}); }

TEST(PathContains, ComparesWholeComponents) {
  EXPECT_TRUE(PathContains("/ws", "/ws"));
  EXPECT_TRUE(PathContains("/ws", "/ws/a/b"));
  EXPECT_TRUE(PathContains("/ws/", "/ws/a"));
  EXPECT_TRUE(PathContains("/", "/anything"));
  EXPECT_FALSE(PathContains("/ws", "/ws-evil"));
  EXPECT_FALSE(PathContains("/ws", "/ws/../etc"));
  EXPECT_FALSE(PathContains("/", "system"));
}

TEST(Meet, NeverWidensWhatTheOperatorAllows) {
  Policy project = Rooted();
  project.sandbox = false;
  project.filesystem.write = {"/"};
  project.filesystem.read = {"/"};
  project.network.mode = Network::Mode::kOpen;
  project.process = {.isolate = false, .signal_outside = true};
  project.environment.pass = {"AWS_SECRET_ACCESS_KEY"};
  project.environment.set = {{"LD_PRELOAD", "/ws/evil.so"}};
  project.limits.wall = Milliseconds(99'000);
  const Policy both = Meet(Rooted(), project);
  EXPECT_TRUE(both.sandbox);
  EXPECT_THAT(both.filesystem.write, ElementsAre("/ws"));
  EXPECT_THAT(both.filesystem.read, ElementsAre("/ws"));
  EXPECT_EQ(both.network, Network{});
  EXPECT_EQ(both.process, ProcessRules{});
  EXPECT_THAT(both.environment.pass, IsEmpty());
  EXPECT_THAT(both.environment.set, IsEmpty());
  EXPECT_EQ(both.limits.wall, Milliseconds(10'000));
}

TEST(Meet, LetsTheProjectNarrow) {
  Policy project = Rooted();
  project.filesystem.write = {"/ws/out"};
  project.filesystem.deny = {"/ws/keys"};
  project.limits.pids = 5;
  project.limits.output_bytes = 6;
  project.limits.files = 7;
  const Policy both = Meet(Rooted(), project);
  EXPECT_THAT(both.filesystem.write, ElementsAre("/ws/out"));
  EXPECT_THAT(both.filesystem.deny, ElementsAre("/ws/keys"));
  EXPECT_EQ(both.limits.pids, 5u);
  EXPECT_EQ(both.limits.output_bytes, 6u);
  EXPECT_EQ(both.limits.files, 7u);
}

TEST(Meet, OfAPolicyWithItselfIsThatPolicy) { EXPECT_EQ(Meet(Rooted(), Rooted()), Rooted()); }

TEST(Meet, OfAllowListsIsWhatStandsInBoth) {
  Policy a = Rooted();
  a.network = {Network::Mode::kAllow, {"good.test:80", "b.test:80"}, {8080}, {}};
  Policy b = Rooted();
  b.network = {Network::Mode::kAllow, {"good.test:80", "evil.test:80"}, {}, {}};
  EXPECT_THAT(Meet(a, b).network.allow, ElementsAre("good.test:80"));
  EXPECT_THAT(Meet(a, b).network.listen, IsEmpty());
  b.network = {Network::Mode::kOpen, {}, {}, {}};
  EXPECT_EQ(Meet(a, b).network, a.network);
}

TEST(Expand, ReplacesKnownVariablesAndLeavesTheRest) {
  const Variables variables = {{"a", "1"}, {"b", "${a}"}};
  EXPECT_EQ(Expand("x${a}y${a}", variables), "x1y1");
  EXPECT_EQ(Expand("${b}", variables), "${a}");
  EXPECT_EQ(Expand("${c} ${", variables), "${c} ${");
  EXPECT_EQ(Expand("plain", variables), "plain");
}

TEST(Expand, ReachesEveryPartOfAPolicyThatMayHoldAVariable) {
  Policy policy;
  policy.filesystem = {{"${a}"}, {"${a}"}, {"${a}"}};
  policy.network = {Network::Mode::kAllow, {"${a}"}, {}, {"${a}"}};
  policy.environment.set = {{"X", "${a}"}};
  const Policy expanded = Expand(policy, {{"a", "1"}});
  EXPECT_EQ(expanded.filesystem, (Filesystem{{"1"}, {"1"}, {"1"}}));
  EXPECT_EQ(expanded.network.allow, std::vector<std::string>{"1"});
  EXPECT_EQ(expanded.network.unix_sockets, std::vector<std::string>{"1"});
  EXPECT_EQ(expanded.environment.set.at("X"), "1");
}

TEST(Differences, NamesEachPartThatIsNotAsRequested) {
  Policy declared = Rooted();
  declared.network.mode = Network::Mode::kOpen;
  declared.filesystem.write.emplace_back("/tmp");
  EXPECT_THAT(Differences(Rooted(), declared), ElementsAre("filesystem.write", "network"));
  EXPECT_THAT(Differences(Rooted(), Rooted()), IsEmpty());
}

}  // namespace
}  // namespace harness
