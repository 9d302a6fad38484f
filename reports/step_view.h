// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "harness/model/report.h"

namespace reports {

// One step of a case with everything that is known of it. Points into the report.
struct StepView {
  const harness::Step* step;
  const harness::StepJudgement* judgement;
  const harness::StepEvidence* evidence;
};

// Every step of the scenario, in its order. A case that broke off has steps without judgement or evidence:
// they are shown as what they are, unknown.
inline std::vector<StepView> Steps(const harness::CaseReport& report) {
  static const harness::StepJudgement kNotJudged;
  static const harness::StepEvidence kNotSeen;
  const auto& judgements = report.judgement.steps;
  const auto& evidence = report.evidence.subject.steps;
  std::vector<StepView> views;
  for (std::size_t i = 0; i < report.scenario.steps.size(); ++i) {
    views.push_back({&report.scenario.steps[i], i < judgements.size() ? &judgements[i] : &kNotJudged,
                     i < evidence.size() ? &evidence[i] : &kNotSeen});
  }
  return views;
}

}  // namespace reports
