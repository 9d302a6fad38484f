// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/judge.h"

#include <algorithm>
#include <utility>

#include "harness/judge/step_judgement.h"

namespace harness {
namespace {

// The worst first. A broken promise outranks what could not be found out.
int Rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWeakened: return 0;
    case Verdict::kFail: return 1;
    case Verdict::kUnstable: return 2;
    case Verdict::kInconclusive: return 3;
    default: return 4;
  }
}

// Of several failures the one that lets most out is told, so that a lesser one that is known cannot hide it.
int Rank(Failure failure) {
  switch (failure) {
    case Failure::kBreach: return 0;
    case Failure::kSurvivor: return 1;
    case Failure::kOverblock: return 2;
    case Failure::kUnfaithful: return 3;
    case Failure::kResidue: return 4;
    case Failure::kNone: return 5;
  }
  return 5;
}

CaseJudgement Whole(Verdict verdict, Failure failure, std::string reason, std::vector<StepJudgement> steps) {
  return {verdict, failure, std::move(reason), std::move(steps)};
}

Failure FailureOf(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kSurvivor: return Failure::kSurvivor;
    case Finding::Kind::kResidue: return Failure::kResidue;
    default: return Failure::kBreach;
  }
}

std::string HarnessError(const CaseEvidence& evidence) {
  if (!evidence.harness_error.empty()) return evidence.harness_error;
  if (!evidence.subject.harness_error.empty()) return "under the adapter: " + evidence.subject.harness_error;
  if (!evidence.noop.harness_error.empty()) return "under noop: " + evidence.noop.harness_error;
  if (!evidence.void_leg.harness_error.empty()) return "under void: " + evidence.void_leg.harness_error;
  return {};
}

bool LegIsMissing(const Scenario& scenario, const LegEvidence& leg) { return leg.steps.size() != scenario.steps.size(); }

std::string StepName(const Scenario& scenario, std::size_t i) {
  return "step " + std::to_string(i + 1) + " (" + scenario.steps[i].verb->name + "): ";
}

// What the steps' judgements and the audit's findings come to.
CaseJudgement Combine(const Scenario& scenario, const CaseEvidence& evidence, std::vector<StepJudgement> steps) {
  CaseJudgement whole = Whole(Verdict::kPass, Failure::kNone, "every step as promised", {});
  const auto worsen = [&whole](Verdict verdict, Failure failure, const std::string& reason) {
    const auto rank = [](Verdict one, Failure other) { return std::pair(Rank(one), Rank(other)); };
    if (rank(verdict, failure) < rank(whole.verdict, whole.failure)) whole = Whole(verdict, failure, reason, {});
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // Under a fault a sandbox may refuse, or hold without what is broken: which of the two is what a reader wants to know.
    if (scenario.steps[i].verb->side == VerbSide::kFault) whole.reason = steps[i].reason;
    worsen(steps[i].verdict, steps[i].failure, StepName(scenario, i) + steps[i].reason);
  }
  for (const Finding& finding : evidence.subject.findings) {
    worsen(Verdict::kFail, FailureOf(finding.kind),
           "outside of every step, " + Describe(finding.kind) + ": " + finding.detail);
  }
  if (!evidence.subject.unstable.empty()) worsen(Verdict::kUnstable, Failure::kNone, evidence.subject.unstable);
  if (evidence.subject.session.state == SessionEvidence::State::kOpened) {
    for (const std::string& part : Differences(evidence.requested, evidence.subject.session.declared)) {
      worsen(Verdict::kWeakened, Failure::kNone, "the session declares another " + part + " than was requested");
    }
  }
  whole.steps = std::move(steps);
  return whole;
}

}  // namespace

CaseJudgement Judge(const Scenario& scenario, const CaseEvidence& evidence) {
  const auto silent = [&scenario](Verdict verdict, std::string reason) {
    StepJudgement step;
    step.verdict = verdict;
    step.reason = reason;
    return Whole(verdict, Failure::kNone, std::move(reason), std::vector<StepJudgement>(scenario.steps.size(), step));
  };
  if (const std::string error = HarnessError(evidence); !error.empty()) {
    return silent(Verdict::kInconclusive, "the harness could not do its work: " + error);
  }
  if (LegIsMissing(scenario, evidence.subject)) return silent(Verdict::kInconclusive, "the adapter's leg is missing");
  if (LegIsMissing(scenario, evidence.noop)) return silent(Verdict::kInconclusive, "the control under noop is missing");
  if (LegIsMissing(scenario, evidence.void_leg)) return silent(Verdict::kInconclusive, "the control under void is missing");
  const SessionEvidence& session = evidence.subject.session;
  if (session.state == SessionEvidence::State::kRefused && evidence.subject.findings.empty()) {
    return silent(Verdict::kUnsupported, session.part + ": " + session.why);
  }
  if (!HasFault(scenario) && session.state == SessionEvidence::State::kFailed && evidence.subject.findings.empty()) {
    return silent(Verdict::kInconclusive, "the sandbox could not be set up: " + session.part + ": " + session.why);
  }
  std::vector<StepJudgement> steps;
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) steps.push_back(JudgeStep(scenario, evidence, i));
  return Combine(scenario, evidence, std::move(steps));
}

}  // namespace harness
