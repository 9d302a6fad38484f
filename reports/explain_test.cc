// SPDX-License-Identifier: Apache-2.0
#include "reports/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/base/encoding.h"
#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Explained(const harness::RunReport& report, const std::string& case_id) {
  const auto text = Explain(WriteJson(report), case_id);
  return text ? *text : "error: " + text.error().message;
}

std::string ErrorOf(const std::string& json, const std::string& case_id = "x@exec") {
  const auto text = Explain(json, case_id);
  return text ? "no error" : text.error().message;
}

TEST(Explain, ShowsProbeAndOutsideWitnessesSideBySide) {
  const std::string text = Explained(SampleReport(), "network/deny-http@exec");
  EXPECT_THAT(text, HasSubstr("network/deny-http@exec: FAIL (breach)\n"));
  EXPECT_THAT(text, HasSubstr("step 1: http.get: http://evil.test/${nonce}\n"));
  EXPECT_THAT(text, HasSubstr("probe:          connect failed with ECONNREFUSED - after 3 ms\n"));
  EXPECT_THAT(text, HasSubstr("server ledger:  happened - evil.test saw GET /k2j4 once (decides)\n"));
  EXPECT_THAT(text, HasSubstr("controls:       noop happened, void did not happen - armed\n"));
  EXPECT_THAT(text, HasSubstr("reproduce: sandproof run network/deny-http --adapter bubblewrap"));
}

TEST(Explain, QuotesALaunchSoThatAShellGetsTheSameBytes) {
  EXPECT_THAT(Explained(SampleReport(), "network/deny-http@exec"),
              HasSubstr("launch 1: /usr/bin/bwrap --ro-bind / / /opt/probe "
                        "$'it\\'s \\xff\\x0a' 'C:\\x41'\n"));
}

TEST(Explain, NamesEachPartOfThePolicyThatWasNotDeclaredAsRequested) {
  const std::string text = Explained(SampleReport(), "policy/deny-read@exec");
  EXPECT_THAT(text, HasSubstr("policy declared otherwise\n  network: open, where none was requested\n"
                              "  limits.pids: 9, where nothing was requested\n"));
  EXPECT_THAT(Explained(SampleReport(), "limits/cap-memory@shell"),
              HasSubstr("  limits.memory: 64M\npolicy declared: none, since no session opened\n"));
  EXPECT_THAT(Explained(GreenReport(), "filesystem/write-workspace@exec"),
              HasSubstr("policy declared: the same\n"));
}

TEST(Explain, SaysThatNothingIsProvenWithoutAToken) {
  harness::RunReport report = SampleReport();
  const std::string text = Explained(report, harness::Printable(report.cases.back().Id()));
  EXPECT_THAT(text, HasSubstr("token:          did not come back"));
  EXPECT_THAT(text, HasSubstr("stderr:         bwrap: no such file\n  stderr:         and \\\\x\n"));
  EXPECT_THAT(text, HasSubstr("probe:          nothing came back"));
  EXPECT_EQ(Explained(report, report.cases.back().Id()), text);
}

TEST(Explain, NamesTheCaseThatWasMeant) {
  const std::string json = WriteJson(SampleReport());
  EXPECT_THAT(ErrorOf(json, "network/deny-htp@exec"), HasSubstr("did you mean 'network/deny-http@exec'?"));
  EXPECT_THAT(ErrorOf(json, "network/deny-http"), HasSubstr("name a surface: network/deny-http@exec"));
  EXPECT_THAT(ErrorOf(json, "zzz"), HasSubstr("names such as 'filesystem/write-workspace@exec'"));
  harness::RunReport empty = SampleReport();
  empty.cases = {};
  EXPECT_THAT(ErrorOf(WriteJson(empty)), HasSubstr("none at all"));
}

TEST(Explain, RefusesWhatIsNoReportOfItsFormat) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("not JSON"));
  EXPECT_THAT(ErrorOf("[1]"), HasSubstr("not a report of sandproof"));
  EXPECT_THAT(ErrorOf(R"({"format":"sandproof.report/2"})"), HasSubstr("'sandproof.report/2'"));
  EXPECT_THAT(ErrorOf(R"({"format":7})"), HasSubstr("not as its format demands"));
  EXPECT_THAT(ErrorOf(R"({"format":"sandproof.report/1"})"), HasSubstr("key 'cases' not found"));
  EXPECT_THAT(ErrorOf("{\"format\":\"sandproof.report/1\",\"cases\":[{\"id\":\"x@exec\"}]}"),
              HasSubstr("--report json:PATH"));
}

// Each value is replaced once by each of several others: it may fail, and must not throw or crash.
TEST(Explain, SurvivesEveryDamageToAReport) {
  harness::RunReport small = SampleReport();
  small.cases = {BreachCase()};
  const auto report = nlohmann::ordered_json::parse(WriteJson(small));
  const auto flat = report.flatten();
  for (const auto& [path, value] : flat.items()) {
    for (const char* damage : {"null", "[]", "{}", "7", "\"\\u001b[31m\\u0000\"", "[[[[[[[[1]]]]]]]]"}) {
      nlohmann::ordered_json broken = report;
      broken[nlohmann::ordered_json::json_pointer(path)] = nlohmann::ordered_json::parse(damage);
      const auto text = Explain(broken.dump(), "network/deny-http@exec");
      EXPECT_THAT(text ? *text : text.error().message, Not(HasSubstr("\x1b"))) << path;
    }
  }
}

}  // namespace
}  // namespace reports
