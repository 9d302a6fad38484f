// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/evidence.h"

namespace harness {

// What the witnesses and the controls together say. See "Verdicts" in scenarios/README.md.
enum class Verdict {
  kPass,
  kFail,
  kWeakened,
  kUnstable,
  kInconclusive,
  kUnsupported,
  kExpectedFail,    // XFAIL
  kUnexpectedPass,  // XPASS
  kStale,
};

// With kFail, what kind of promise was broken.
enum class Failure { kNone, kBreach, kOverblock, kSurvivor, kResidue, kUnfaithful };

std::string Describe(Verdict verdict);  // "PASS", "XFAIL"
std::string Describe(Failure failure);  // "breach"; empty for kNone
const std::vector<Verdict>& AllVerdicts();

// Whether a run with such a case can still conform.
bool IsRed(Verdict verdict);

struct StepJudgement {
  Verdict verdict = Verdict::kInconclusive;
  Failure failure = Failure::kNone;
  std::string reason;  // a sentence without a final stop; of a PASS too
  Outcome outcome = Outcome::kUnknown;       // under the adapter, by the outside witness
  Outcome noop_outcome = Outcome::kUnknown;  // under the two controls
  Outcome void_outcome = Outcome::kUnknown;
  bool armed = false;  // the controls have shown that this step can fail
};

struct CaseJudgement {
  Verdict verdict = Verdict::kInconclusive;
  Failure failure = Failure::kNone;
  std::string reason;
  std::vector<StepJudgement> steps;  // one for each step of the scenario
};

}  // namespace harness
