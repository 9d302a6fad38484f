// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/judge/sample_case_test.h"

namespace harness {
namespace {

using testing::HasSubstr;

TEST(Judge, CallsAFallbackThatRanUnconfinedWeakened) {
  const Scenario scenario =
      MakeScenario({MakeStep("fault.missing", Kind::kRefused), MakeStep("file.write", Kind::kDenied)});
  CaseEvidence evidence = PerfectRefusal();
  evidence.subject = Leg(Seen(std::nullopt, Outcome::kHappened));
  for (LegEvidence* leg : {&evidence.subject, &evidence.noop}) leg->steps.push_back(Seen(Done(), Outcome::kHappened));
  evidence.void_leg.steps.push_back(Seen(std::nullopt, Outcome::kNotHappened));
  const CaseJudgement judgement = Judge(scenario, evidence);
  EXPECT_EQ(judgement.verdict, Verdict::kWeakened);
  EXPECT_EQ(judgement.steps[1].verdict, Verdict::kWeakened);
}

TEST(Judge, DoesNotBelieveThatASandboxRanWithoutAnyOfItsParts) {
  Scenario scenario = MakeScenario({MakeStep("fault.missing", Kind::kRefused)});
  scenario.steps[0].arguments["program"] = "${runtime}";
  CaseEvidence evidence = PerfectRefusal();
  evidence.subject = Leg(Seen(std::nullopt, Outcome::kHappened));
  EXPECT_EQ(Judge(scenario, evidence).verdict, Verdict::kInconclusive);
}

TEST(Judge, WantsEachDenialProvenWhereItRanDespiteAFault) {
  const Scenario scenario =
      MakeScenario({MakeStep("fault.namespaces", Kind::kRefused), MakeStep("file.write", Kind::kDenied)});
  CaseEvidence evidence = PerfectRefusal();
  evidence.subject = Leg(Seen(std::nullopt, Outcome::kHappened));
  evidence.subject.launches = {Launched(Exited{0}, true)};
  evidence.subject.steps.push_back(Seen(std::nullopt, Outcome::kNotHappened));
  evidence.noop.steps.push_back(Seen(Done(), Outcome::kHappened));
  evidence.void_leg.steps.push_back(Seen(std::nullopt, Outcome::kNotHappened));
  EXPECT_EQ(Judge(scenario, evidence).verdict, Verdict::kInconclusive);
  ProbeRecord refused;
  refused.result = ProbeRecord::Result::kFailed;
  refused.errno_number = 13;
  evidence.subject.steps[1].probe = refused;
  EXPECT_EQ(Judge(scenario, evidence).verdict, Verdict::kPass) << Judge(scenario, evidence).reason;
}

TEST(Judge, TellsOfSeveralFailuresTheOneThatLetsMostOut) {
  const Scenario scenario = MakeScenario({MakeStep("file.write", Kind::kDenied)});
  CaseEvidence evidence = PerfectDenial();
  evidence.subject.findings = {{Finding::Kind::kResidue, "a file"}, {Finding::Kind::kSurvivor, "a process"},
                               {Finding::Kind::kLeak, "a secret"}};
  const CaseJudgement judgement = Judge(scenario, evidence);
  EXPECT_EQ(judgement.failure, Failure::kBreach);
  EXPECT_THAT(judgement.reason, HasSubstr("a secret"));
}

TEST(Judge, LetsTheWorstStepDecide) {
  const Scenario scenario = MakeScenario({MakeStep("file.write", Kind::kDenied), MakeStep("file.write", Kind::kDenied)});
  CaseEvidence evidence = PerfectDenial();
  evidence.subject.steps = {Seen(std::nullopt, Outcome::kNotHappened), Seen(Done(), Outcome::kHappened)};
  evidence.noop.steps.push_back(evidence.noop.steps[0]);
  evidence.void_leg.steps.push_back(evidence.void_leg.steps[0]);
  EXPECT_EQ(Judge(scenario, evidence).verdict, Verdict::kFail);
}

}  // namespace
}  // namespace harness
