// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/judge/judge.h"

namespace harness {
namespace {

// Nothing was broken and nothing could be proven: the host lacks the sandbox, or it promises none of what was chosen.
bool HasNothingToSay(const RunReport& report) {
  if (!report.adapter.unavailable.empty()) return true;
  if (report.interrupted_by != 0 || report.cases.empty() || report.pack.executed < report.pack.required) return false;
  return std::all_of(report.cases.begin(), report.cases.end(), [](const CaseReport& one) {
    return one.judgement.verdict == Verdict::kUnsupported || one.judgement.verdict == Verdict::kExpectedFail;
  });
}

}  // namespace

int ExitStatusOf(const RunReport& report) {
  // What was broken on purpose tells nothing of the sandbox.
  bool unknown = !report.adapter.weakened.empty() || report.interrupted_by != 0 || report.cases.empty() ||
                 report.pack.executed < report.pack.required;
  bool broken = false;
  bool proven = false;
  for (const CaseReport& one : report.cases) {
    const Verdict verdict = one.judgement.verdict;
    unknown = unknown || verdict == Verdict::kInconclusive;
    broken = broken || (IsRed(verdict) && verdict != Verdict::kInconclusive);
    proven = proven || verdict == Verdict::kPass;
  }
  if (broken) return kDoesNotConform;
  // Refusing everything, or failing as expected, breaks no promise and proves none.
  return unknown || !proven ? kNotVerified : kConforms;
}

int ExitStatusOf(const MatrixReport& matrix) {
  bool broken = false;
  bool unknown = false;
  bool proven = false;
  for (const MatrixColumn& column : matrix.columns) {
    if (!column.named && HasNothingToSay(column.report)) continue;
    broken = broken || column.report.exit_status == kDoesNotConform;
    unknown = unknown || (column.report.exit_status != kConforms && column.report.exit_status != kDoesNotConform);
    proven = proven || column.report.exit_status == kConforms;
  }
  if (broken) return kDoesNotConform;
  return unknown || !proven ? kNotVerified : kConforms;
}

}  // namespace harness
