// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/judge.h"

namespace harness {
namespace {

bool Names(const KnownFailure& known, const CaseReport& one) {
  return known.case_id == one.Id() || known.case_id == one.scenario.id;
}

void Apply(const KnownFailure& known, CaseJudgement& judgement) {
  if (judgement.verdict == Verdict::kPass) {
    judgement.verdict = Verdict::kUnexpectedPass;
    judgement.reason = "expected " + Describe(known.verdict) + " (" + known.reason + "), and it passed";
    return;
  }
  if (judgement.verdict != known.verdict) return;
  if (judgement.reason.find(known.text) == std::string::npos) {
    judgement.reason += "; not the known failure, which says: " + known.text;
    return;
  }
  judgement.verdict = Verdict::kExpectedFail;
  judgement.reason = known.reason + " (" + known.link + "): " + judgement.reason;
}

}  // namespace

std::vector<KnownFailure> ApplyKnownFailures(const std::vector<KnownFailure>& known, std::vector<CaseReport>& cases) {
  std::vector<KnownFailure> stale;
  for (const KnownFailure& one : known) {
    bool named = false;
    for (CaseReport& report : cases) {
      if (!Names(one, report)) continue;
      named = true;
      Apply(one, report.judgement);
    }
    if (!named) stale.push_back(one);
  }
  return stale;
}

}  // namespace harness
