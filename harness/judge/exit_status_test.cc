// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/judge/judge.h"

namespace harness {
namespace {

MatrixColumn Column(int exit_status, bool named, const std::string& unavailable = "") {
  MatrixColumn column{"x", named, {}};
  column.report.exit_status = exit_status;
  column.report.adapter.unavailable = unavailable;
  return column;
}

TEST(ExitStatusOfAMatrix, IsTheWorstOfItsColumns) {
  const auto status = [](std::vector<MatrixColumn> columns) { return ExitStatusOf(MatrixReport{"", 0, std::move(columns), 0}); };
  EXPECT_EQ(status({Column(0, true), Column(0, true)}), 0);
  EXPECT_EQ(status({Column(0, true), Column(2, true), Column(1, true)}), 1);
  EXPECT_EQ(status({Column(0, true), Column(2, true)}), 2);
}

TEST(ExitStatusOfAMatrix, CountsWhatTheHostLacksOnlyWhereItWasNamed) {
  const auto status = [](std::vector<MatrixColumn> columns) { return ExitStatusOf(MatrixReport{"", 0, std::move(columns), 0}); };
  EXPECT_EQ(status({Column(0, false), Column(2, false, "not here")}), 0);
  EXPECT_EQ(status({Column(0, false), Column(2, true, "not here")}), 2);
  EXPECT_EQ(status({Column(2, false, "not here")}), 2);
}

TEST(ExitStatusOfAMatrix, CountsWhatProvesNothingOnlyWhereItWasNamed) {
  const auto with = [](Verdict verdict, bool named) {
    MatrixColumn column = Column(2, named);
    column.report.cases.resize(1);
    column.report.cases[0].judgement.verdict = verdict;
    return ExitStatusOf(MatrixReport{"", 0, {Column(0, true), column}, 0});
  };
  EXPECT_EQ(with(Verdict::kUnsupported, false), 0);
  EXPECT_EQ(with(Verdict::kUnsupported, true), 2);
  EXPECT_EQ(with(Verdict::kInconclusive, false), 2);
  EXPECT_EQ(ExitStatusOf(MatrixReport{"", 0, {Column(0, true), Column(2, false)}, 0}), 2);
}

TEST(ExitStatusOf, IsNeverGreenForASandboxThatWasBrokenOnPurpose) {
  RunReport report;
  report.cases.resize(1);
  report.cases[0].judgement.verdict = Verdict::kPass;
  EXPECT_EQ(ExitStatusOf(report), 0);
  report.adapter.weakened = "share-network";
  EXPECT_EQ(ExitStatusOf(report), 2);
}

RunReport ReportOf(std::vector<Verdict> verdicts, int required = 0) {
  RunReport report;
  report.cases.resize(verdicts.size());
  for (std::size_t i = 0; i < verdicts.size(); ++i) report.cases[i].judgement.verdict = verdicts[i];
  report.pack.executed = static_cast<int>(verdicts.size());
  report.pack.required = required;
  return report;
}

TEST(ExitStatus, IsGreenOnlyWhenSomethingWasProvenAndNothingIsRed) {
  EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kPass})), kConforms);
  EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kPass, Verdict::kUnsupported, Verdict::kExpectedFail})), kConforms);
  EXPECT_EQ(ExitStatusOf(ReportOf({})), kNotVerified);
  EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kUnsupported})), kNotVerified);
  EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kPass}, 2)), kNotVerified);
  EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kPass, Verdict::kInconclusive})), kNotVerified);
}

TEST(ExitStatus, IsOneForEveryBrokenPromise) {
  for (const Verdict verdict : {Verdict::kFail, Verdict::kWeakened, Verdict::kUnstable, Verdict::kUnexpectedPass, Verdict::kStale}) {
    EXPECT_EQ(ExitStatusOf(ReportOf({Verdict::kPass, verdict, Verdict::kInconclusive})), kDoesNotConform);
  }
}

TEST(ExitStatus, OfAnInterruptedRunIsNotVerified) {
  RunReport report = ReportOf({Verdict::kPass});
  report.interrupted_by = 15;
  EXPECT_EQ(ExitStatusOf(report), kNotVerified);
}

}  // namespace
}  // namespace harness
