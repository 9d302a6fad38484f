// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "harness/model/evidence.h"
#include "harness/model/judgement.h"
#include "harness/model/scenario.h"

namespace harness {

// The verdict on step `i` by itself. Every leg of the evidence has one entry for each step. Pure.
StepJudgement JudgeStep(const Scenario& scenario, const CaseEvidence& evidence, std::size_t i);

// Whether the sandbox is run with something broken.
bool HasFault(const Scenario& scenario);

}  // namespace harness
