// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/report.h"
#include "reports/step_view.h"

namespace reports {

// What a reader has to know of a case that is not green, as printable lines without indentation or colour.
// The console and JUnit tell it alike.

// "FAIL (breach)", "INCONCLUSIVE"
std::string VerdictLabel(harness::Verdict verdict, harness::Failure failure);

// The step as in its scenario file, then what was expected, what the probe says, what each outside witness
// saw, and how the controls came out. `case_reason` is not told again.
std::vector<std::string> StepStory(const StepView& view, const std::string& case_reason);

// What belongs to no step: a session that did not open, a policy that was not declared as requested,
// findings, launches that brought no token back, errors of the harness.
std::vector<std::string> CaseRemarks(const harness::CaseReport& report);

}  // namespace reports
