// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "reports/printed_text.h"
#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using nlohmann::json;
using testing::ElementsAre;

json Written(const harness::RunReport& report) { return json::parse(WriteJson(report)); }

TEST(WriteJson, ShowsEachWitnessOfAStepAndItsControls) {
  const json one = Written(SampleReport())["cases"][2];
  EXPECT_EQ(one["id"], "network/deny-http@exec");
  EXPECT_EQ(one["verdict"], "FAIL");
  EXPECT_EQ(one["failure"], "breach");
  EXPECT_EQ(one["steps"][0], json::parse(R"({
      "verb": "http.get", "args": {"url": "http://evil.test/${nonce}"}, "expect": "denied",
      "verdict": "FAIL", "reason": "the server ledger holds the nonce", "outcome": "happened",
      "errno": "ECONNREFUSED", "probe": "connect failed with ECONNREFUSED - after 3 ms",
      "witnesses": [{"name": "server ledger", "outcome": "happened",
                     "detail": "evil.test saw GET /k2j4 once"},
                    {"name": "secret scan", "outcome": "did not happen", "detail": ""}],
      "control": {"noop": "happened", "void": "did not happen", "armed": true}})"));
}

TEST(WriteJson, SaysNullWhereThereIsNothingToSay) {
  const json cases = Written(SampleReport())["cases"];
  EXPECT_EQ(cases[0]["failure"], nullptr);
  EXPECT_EQ(cases[0]["steps"][0]["errno"], nullptr);
  EXPECT_EQ(cases[1]["pack"], nullptr);
  EXPECT_EQ(cases[1]["steps"][0]["probe"], nullptr);
  EXPECT_EQ(cases[1]["policy"]["declared"], nullptr);
  harness::RunReport chosen = SampleReport();
  chosen.pack = {};
  EXPECT_EQ(Written(chosen)["pack"], nullptr);
}

TEST(WriteJson, CountsEveryVerdictAlsoThoseThatDidNotOccur) {
  EXPECT_EQ(Written(SampleReport())["summary"],
            json::parse(R"({"PASS": 1, "FAIL": 1, "WEAKENED": 1, "UNSTABLE": 0,
      "INCONCLUSIVE": 1, "UNSUPPORTED": 1, "XFAIL": 1, "XPASS": 0, "STALE": 0})"));
}

TEST(WriteJson, ConformsByTheExitStatusAlone) {
  harness::RunReport report = GreenReport();
  EXPECT_EQ(Written(report)["conforms"], true);
  for (const int status : {harness::kDoesNotConform, harness::kNotVerified, harness::kFault}) {
    report.exit_status = status;
    EXPECT_EQ(Written(report)["conforms"], false);
    EXPECT_EQ(Written(report)["exit_status"], status);
  }
}

TEST(WriteJson, KeepsTheBytesOfAnArgvRecoverable) {
  const harness::RunReport report = SampleReport();
  const json argv = Written(report)["cases"][0]["launches"][0]["argv"];
  std::vector<std::string> bytes;
  for (const json& word : argv) bytes.push_back(Unprinted(word.get<std::string>()));
  EXPECT_EQ(bytes, report.cases[0].evidence.subject.launches[0].argv);
}

TEST(WriteJson, HoldsPrintableTextOnlyWhateverTheReportHolds) {
  const std::string hostile = "a\x1b[2J\n\xff\xc3";
  harness::RunReport report = SampleReport();
  report.started = report.arena.kind = report.arena.why = report.pack.name = report.pack.digest = hostile;
  report.host = {{hostile, hostile}};
  report.adapter.name = report.adapter.version = report.adapter.variant = report.adapter.weakened = hostile;
  report.adapter.components = {{hostile, hostile, hostile}};
  report.adapter.capabilities = {hostile};
  harness::CaseReport& one = report.cases[2];
  one.scenario.id = one.scenario.title = one.scenario.why = one.scenario.pack = one.reproduce = hostile;
  one.scenario.refs = {hostile};
  one.judgement.reason = one.judgement.steps[0].reason = hostile;
  one.evidence.subject.steps[0].probe->call = hostile;
  one.evidence.subject.steps[0].witnesses[0] = {hostile, harness::Outcome::kHappened, hostile};
  one.evidence.subject.launches[0].ending = harness::NotStarted{hostile, 2};
  one.evidence.subject.launches[0].stderr_tail = hostile;
  one.evidence.subject.session.part = one.evidence.subject.session.why = hostile;
  const json flat = Written(report).flatten();
  for (const auto& [path, value] : flat.items()) {
    EXPECT_EQ(Printed(path), path);
    if (!value.is_string()) continue;
    EXPECT_EQ(Printed(value.get<std::string>()), value.get<std::string>()) << path;
  }
}

TEST(WriteJson, ObservesEachStepAlsoOneThatIsThereTwice) {
  harness::RunReport report = GreenReport();
  harness::CaseReport& one = report.cases[0];
  one.scenario.steps.push_back(one.scenario.steps[0]);
  const json expected = {{"file.write ${workspace}/x", "allowed"},
                         {"file.write ${workspace}/x (step 2)", "unknown"}};
  EXPECT_EQ(Written(report)["cases"][0]["policy"]["observed"], expected);
}

TEST(WriteJson, WritesNumbersEvenForTimesThatAreNone) {
  harness::RunReport report = GreenReport();
  report.duration_ms = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Written(report)["duration_ms"], 0);
  EXPECT_EQ(Written(SampleReport())["cases"][0]["launches"][0]["duration_ms"], 12.346);
}

TEST(FormatNames, AreThoseThatAreWritten) {
  EXPECT_THAT(FormatNames(), ElementsAre("console", "json", "junit"));
}

}  // namespace
}  // namespace reports
