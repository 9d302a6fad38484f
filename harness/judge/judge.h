// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/model/evidence.h"
#include "harness/model/judgement.h"
#include "harness/model/known_failure.h"
#include "harness/model/report.h"
#include "harness/model/scenario.h"

namespace harness {

// From evidence to verdict. Pure: no clock, no I/O, the same answer for the same evidence.
//
// - What an outside witness saw decides. What the probe says is shown beside it.
// - Silence proves nothing: without the launch's token a step is INCONCLUSIVE, never denied.
// - A denied step counts only if noop was seen to do it, an allowed one only if void was seen to fail it.
// - A breach is a fact and needs no control.
CaseJudgement Judge(const Scenario& scenario, const CaseEvidence& evidence);

// Puts known failures in force over judged cases: a known one becomes XFAIL, one that passes XPASS; one that fails
// otherwise keeps its verdict. Returns the entries that name no case that was run, each a STALE finding.
std::vector<KnownFailure> ApplyKnownFailures(const std::vector<KnownFailure>& known, std::vector<CaseReport>& cases);

// The exit status of a run: kConforms, kDoesNotConform or kNotVerified.
int ExitStatusOf(const RunReport& report);

// The worst of the columns': one that does not conform, then one that is not verified. A sandbox that this host does not have,
// or that promises nothing of what was chosen, counts only where it was asked for by its name.
int ExitStatusOf(const MatrixReport& matrix);

}  // namespace harness
