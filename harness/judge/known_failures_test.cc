// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/judge/judge.h"

namespace harness {
namespace {

CaseReport Judged(const std::string& id, Verdict verdict, const std::string& reason = "") {
  CaseReport report;
  report.scenario.id = id;
  report.judgement.verdict = verdict;
  report.judgement.reason = reason;
  return report;
}

KnownFailure Known(const std::string& id) { return {id, Verdict::kFail, "EACCES", "by design", "http://x", {}}; }

TEST(KnownFailures, TurnTheKnownFailureIntoXfailAndNoOther) {
  std::vector<CaseReport> cases = {Judged("a/a", Verdict::kFail, "open: EACCES"), Judged("a/b", Verdict::kFail, "other"),
                                   Judged("a/c", Verdict::kPass), Judged("a/d", Verdict::kWeakened, "EACCES")};
  const auto stale =
      ApplyKnownFailures({Known("a/a@exec"), Known("a/b"), Known("a/c"), Known("a/d"), Known("a/e")}, cases);
  EXPECT_EQ(cases[0].judgement.verdict, Verdict::kExpectedFail);
  EXPECT_EQ(cases[1].judgement.verdict, Verdict::kFail);
  EXPECT_EQ(cases[2].judgement.verdict, Verdict::kUnexpectedPass);
  EXPECT_EQ(cases[3].judgement.verdict, Verdict::kWeakened);
  ASSERT_EQ(stale.size(), 1u);
  EXPECT_EQ(stale[0].case_id, "a/e");
}

}  // namespace
}  // namespace harness
