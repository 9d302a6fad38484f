// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/explain.h"
#include "reports/matrix_rows.h"
#include "reports/printed_text.h"
#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::MatrixReport;
using harness::Verdict;
using testing::HasSubstr;
using testing::Not;

MatrixReport SampleMatrix() {
  MatrixReport matrix;
  matrix.started = "2026-01-02T03:04:05Z";
  matrix.columns = {{"bubblewrap", true, SampleReport()}, {"landlock", true, GreenReport()}, {"sandbox-exec", false, {}}};
  matrix.columns[2].report.adapter.name = "sandbox-exec";
  matrix.columns[2].report.adapter.unavailable = "it is part of macOS";
  matrix.columns[2].report.adapter.remedy = "run on macOS";
  matrix.exit_status = harness::kDoesNotConform;
  return matrix;
}

TEST(MatrixRows, HaveACellForEachColumnThatIsEmptyWhereNothingWasRun) {
  const MatrixReport matrix = SampleMatrix();
  const std::string passing = PassingCase().scenario.id;
  int seen = 0;
  for (const MatrixRow& row : MatrixRows(matrix)) {
    ASSERT_EQ(row.cells.size(), 3u);
    EXPECT_TRUE(row.cells[0]);
    EXPECT_EQ(row.cells[1].has_value(), row.scenario->id == passing);
    EXPECT_FALSE(row.cells[2]);
    ++seen;
  }
  EXPECT_EQ(seen, 6);
}

TEST(MatrixRows, ShowTheWorstOfTheSurfaces) {
  MatrixReport matrix;
  matrix.columns = {{"x", true, GreenReport()}};
  auto& cases = matrix.columns[0].report.cases;
  cases.push_back(cases[0]);
  cases[1].surface = harness::Surface::kShell;
  for (const Verdict verdict : {Verdict::kUnsupported, Verdict::kExpectedFail, Verdict::kInconclusive, Verdict::kFail}) {
    cases[1].judgement.verdict = verdict;
    EXPECT_EQ(MatrixRows(matrix)[0].cells[0]->verdict, verdict);
  }
}

TEST(WriteConsoleOfAMatrix, GivesAReasonForEveryCellThatIsRedOrKnownToFail) {
  const MatrixReport matrix = SampleMatrix();
  const std::string text = WriteConsole(matrix, {});
  for (const harness::CaseReport& one : matrix.columns[0].report.cases) {
    if (!harness::IsRed(one.judgement.verdict) && one.judgement.verdict != Verdict::kExpectedFail) continue;
    EXPECT_THAT(text, HasSubstr("    bubblewrap (" + std::string(harness::Name(one.surface)) + ") "));
    EXPECT_THAT(text, HasSubstr("\n  " + Printed(one.scenario.id) + "\n"));
  }
  EXPECT_THAT(text, HasSubstr("known: abstract sockets are shared, https://example.org/2"));
}

TEST(WriteConsoleOfAMatrix, SaysWhatIsNotHereAndWhatWouldMendIt) {
  const std::string text = WriteConsole(SampleMatrix(), {});
  EXPECT_THAT(text, HasSubstr("sandbox-exec  unavailable: it is part of macOS; remedy: run on macOS\n"));
  EXPECT_THAT(text, HasSubstr("does not conform: 3 adapters"));
}

TEST(WriteConsoleOfAMatrix, TellsCasesThatCameOutAlikeOnce) {
  MatrixReport matrix;
  matrix.columns = {{"x", true, GreenReport()}};
  auto& cases = matrix.columns[0].report.cases;
  cases[0].judgement = {Verdict::kFail, harness::Failure::kBreach, "it got out", {}};
  cases.push_back(cases[0]);
  cases[1].surface = harness::Surface::kShell;
  EXPECT_THAT(WriteConsole(matrix, {}), HasSubstr("    x (exec, shell) FAIL (breach): it got out\n"));
}

TEST(WriteJsonOfAMatrix, HoldsTheCellsAndEveryReport) {
  const auto json = nlohmann::json::parse(WriteJson(SampleMatrix()));
  EXPECT_EQ(json["format"], "sandproof.matrix/1");
  EXPECT_EQ(json["adapters"], (std::vector<std::string>{"bubblewrap", "landlock", "sandbox-exec"}));
  EXPECT_EQ(json["reports"].size(), 3u);
  EXPECT_EQ(json["reports"][0]["format"], "sandproof.report/1");
  EXPECT_EQ(json["reports"][2]["adapter"]["remedy"], "run on macOS");
  EXPECT_EQ(json["exit_status"], 1);
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["cells"].size(), 3u);
    EXPECT_TRUE(row["cells"][2].is_null());
  }
}

TEST(WriteJunitOfAMatrix, LeavesOutWhatNobodyAskedForByItsName) {
  MatrixReport matrix = SampleMatrix();
  EXPECT_THAT(WriteJunit(matrix), Not(HasSubstr("it is part of macOS")));
  matrix.columns[2].named = true;
  EXPECT_THAT(WriteJunit(matrix), HasSubstr("it is part of macOS"));
}

TEST(ExplainOfAMatrix, WantsAColumn) {
  const std::string json = WriteJson(SampleMatrix());
  EXPECT_TRUE(Explain(json, "network/deny-http@exec", "bubblewrap"));
  EXPECT_THAT(Explain(json, "network/deny-http@exec").error().message, HasSubstr("--adapter; its adapters are: bubblewrap"));
  EXPECT_THAT(Explain(json, "network/deny-http@exec", "bublewrap").error().message, HasSubstr("did you mean 'bubblewrap'"));
}

}  // namespace
}  // namespace reports
