// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/plan.h"

#include <gtest/gtest.h>

#include <set>

namespace harness {
namespace {

std::vector<Scenario> Scenarios() {
  std::vector<Scenario> scenarios(3);
  scenarios[0].id = "a/one";
  scenarios[1].id = "a/two";
  scenarios[1].surfaces = {Surface::kShell};
  scenarios[2].id = "b/three";
  return scenarios;
}

Identity Both() {
  Identity identity;
  identity.surfaces = {Surface::kExec, Surface::kShell};
  return identity;
}

TEST(MakePlan, RunsEachScenarioThroughEachSurfaceThatBothSidesHave) {
  const Plan plan = MakePlan(Scenarios(), Both(), {});
  EXPECT_EQ(plan.cases.size(), 5u);
  EXPECT_EQ(plan.required, 5);
}

TEST(MakePlan, StillRequiresWhatAFilterTakesAway) {
  PlanOptions options;
  options.filters = {"a/*"};
  EXPECT_EQ(MakePlan(Scenarios(), Both(), options).cases.size(), 3u);
  EXPECT_EQ(MakePlan(Scenarios(), Both(), options).required, 5);
  options.filters = {"b/three@exec"};
  EXPECT_EQ(MakePlan(Scenarios(), Both(), options).cases.size(), 1u);
  options.filters = {};
  options.surfaces = {Surface::kExec};
  EXPECT_EQ(MakePlan(Scenarios(), Both(), options).cases.size(), 2u);
}

TEST(MakePlan, KeepsWhatTheAdapterDoesNotPromiseAsUnsupported) {
  std::vector<Scenario> scenarios = Scenarios();
  scenarios[0].needs = {"network.none"};
  Identity adapter;
  adapter.surfaces = {Surface::kExec};
  const Plan plan = MakePlan(scenarios, adapter, {});
  EXPECT_EQ(plan.cases.size(), 1u);
  ASSERT_EQ(plan.unsupported.size(), 2u);
  EXPECT_EQ(plan.unsupported[0].why, "the adapter does not promise network.none");
  EXPECT_EQ(plan.unsupported[1].why, "the adapter offers none of its surfaces");
  EXPECT_EQ(plan.required, 3);
  adapter.capabilities = {"network.none"};
  EXPECT_EQ(MakePlan(scenarios, adapter, {}).cases.size(), 2u);
}

TEST(MakePlan, SaysOfASurfaceOutsideOfTheBoundaryThatItIs) {
  std::vector<Scenario> scenarios(1);
  scenarios[0].steps.push_back({FindVerb("file.write"), {{"path", "/x"}}, {Expectation::Kind::kAllowed, 0, {}}, {}});
  Identity adapter;
  adapter.surfaces = {Surface::kExec};
  adapter.outside = {{Surface::kFile, "its file tools are the agent's own"}};
  const Plan plan = MakePlan(scenarios, adapter, {});
  EXPECT_EQ(plan.cases.size(), 1u);
  ASSERT_EQ(plan.unsupported.size(), 1u);
  EXPECT_EQ(plan.unsupported[0].planned.surface, Surface::kFile);
  EXPECT_EQ(plan.unsupported[0].why, "declared as outside of the boundary: its file tools are the agent's own");
  EXPECT_EQ(plan.required, 2);
}

TEST(MakePlan, KeepsWhatTheCarrierCannotDoAsUnsupported) {
  std::vector<Scenario> scenarios(2);
  scenarios[0].steps.push_back({FindVerb("file.mkfifo"), {{"path", "/x"}}, {Expectation::Kind::kAllowed, 0, {}}, {}});
  scenarios[1].steps.push_back({FindVerb("file.write"), {{"path", "/x"}}, {Expectation::Kind::kAllowed, 0, {}}, {}});
  Identity adapter = Both();
  adapter.surfaces = {Surface::kExec};
  adapter.verbs = {"file.write"};
  const Plan plan = MakePlan(scenarios, adapter, {});
  EXPECT_EQ(plan.cases.size(), 1u);
  ASSERT_EQ(plan.unsupported.size(), 1u);
  EXPECT_EQ(plan.unsupported[0].why, "what runs in this sandbox has no way to do file.mkfifo");
}

TEST(MakePlan, KeepsWhatWouldReachTheWholeMachineAsUnsupported) {
  std::vector<Scenario> scenarios(1);
  scenarios[0].steps.push_back({FindVerb("proc.signal-all"), {}, {}, {}});
  Identity adapter;
  adapter.surfaces = {Surface::kExec};
  EXPECT_EQ(MakePlan(scenarios, adapter, {}).cases.size(), 1u);
  adapter.arena.own_processes = false;
  const Plan plan = MakePlan(scenarios, adapter, {});
  ASSERT_EQ(plan.unsupported.size(), 1u);
  EXPECT_EQ(plan.unsupported[0].why,
            "without a pid namespace around the sandbox nothing keeps proc.signal-all in its control from the whole machine");
}

TEST(MakePlan, KeepsWhatNeedsAProgramThatTheHostLacksAsUnsupported) {
  std::vector<Scenario> scenarios(2);
  scenarios[0].programs = {"git", "cc"};
  Identity adapter;
  adapter.surfaces = {Surface::kExec};
  PlanOptions options;
  options.missing_programs = {"cc"};
  const Plan plan = MakePlan(scenarios, adapter, options);
  EXPECT_EQ(plan.cases.size(), 1u);
  ASSERT_EQ(plan.unsupported.size(), 1u);
  EXPECT_EQ(plan.unsupported[0].why, "cc is not installed on this host");
}

TEST(MakePlan, DealsEveryCaseToExactlyOneShard) {
  std::multiset<std::string> ids;
  for (int shard = 1; shard <= 3; ++shard) {
    PlanOptions options;
    options.shard = shard;
    options.shards = 3;
    const std::vector<Scenario> scenarios = Scenarios();
    for (const PlannedCase& one : MakePlan(scenarios, Both(), options).cases) {
      ids.insert(CaseId(scenarios[one.scenario], one.surface));
    }
  }
  EXPECT_EQ(ids.size(), 5u);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 5u);
}

}  // namespace
}  // namespace harness
