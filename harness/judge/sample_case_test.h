// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "harness/judge/judge.h"

// Evidence to begin with, for the tests of the judge.
namespace harness {

using Kind = Expectation::Kind;
using Result_ = ProbeRecord::Result;

inline ProbeRecord Done() { return {}; }
inline ProbeRecord DeniedInside(int code = EACCES) { return {Result_::kFailed, "open", code, 0, ""}; }

inline StepEvidence Seen(std::optional<ProbeRecord> probe, Outcome outcome) { return {probe, {{"tree", outcome, "seen"}}, ""}; }

inline Step MakeStep(const char* verb, Kind expect, int value = 0) {
  Step step;
  step.verb = FindVerb(verb);
  step.expect = {expect, value, ""};
  return step;
}

inline Scenario MakeScenario(std::vector<Step> steps) {
  Scenario scenario;
  scenario.id = "a/b";
  scenario.steps = std::move(steps);
  return scenario;
}

inline LaunchEvidence Launched(Ending ending = Exited{0}, bool token = true) { return {{"/p"}, ending, 1, token, token, ""}; }

inline LegEvidence Leg(StepEvidence step, LaunchEvidence launch = Launched()) {
  LegEvidence leg;
  leg.steps = {std::move(step)};
  leg.launches = {std::move(launch)};
  return leg;
}

// What noop, void and a perfect sandbox show of a step that must be denied.
inline CaseEvidence PerfectDenial() {
  CaseEvidence evidence;
  evidence.subject = Leg(Seen(DeniedInside(), Outcome::kNotHappened));
  evidence.noop = Leg(Seen(Done(), Outcome::kHappened));
  evidence.void_leg = Leg(Seen(std::nullopt, Outcome::kNotHappened), Launched(Exited{0}, false));
  return evidence;
}

inline CaseEvidence PerfectGrant() {
  CaseEvidence evidence = PerfectDenial();
  evidence.subject = Leg(Seen(Done(), Outcome::kHappened));
  return evidence;
}

inline CaseEvidence PerfectCleanup() {
  CaseEvidence evidence = PerfectDenial();
  evidence.subject = Leg(Seen(Done(), Outcome::kNotHappened));
  return evidence;
}

inline CaseEvidence PerfectRefusal() {
  CaseEvidence evidence = PerfectDenial();
  evidence.subject = Leg(Seen(std::nullopt, Outcome::kNotHappened));
  evidence.subject.launches.clear();
  evidence.subject.session.state = SessionEvidence::State::kFailed;
  evidence.subject.session.part = "look for bwrap";
  return evidence;
}

}  // namespace harness
