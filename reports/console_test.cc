// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::RunReport;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string WithoutColour(std::string text) {
  for (auto at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b')) {
    text.erase(at, text.find('m', at) + 1 - at);
  }
  return text;
}

std::string Plain(const RunReport& report) { return WriteConsole(report, {}); }

TEST(WriteConsole, IsShortWhereEverythingHeld) {
  EXPECT_EQ(Plain(GreenReport()),
            "bubblewrap 0.8.0, pack core, private arena, 2 jobs\n\n"
            "  family       cases   PASS\n"
            "  filesystem       1      1\n"
            "  total            1      1\n\n"
            "conforms: 1 case, all as promised, in 1.2 s\n");
}

TEST(WriteConsole, DoesNotSayAllWhereSomethingWasExcused) {
  RunReport report = GreenReport();
  report.cases.push_back(UnsupportedCase());
  report.cases.push_back(KnownFailureCase());
  const std::string text = Plain(report);
  EXPECT_THAT(text, HasSubstr("\nUNSUPPORTED  limits/cap-memory@shell: limits.memory is refused\n"));
  EXPECT_THAT(text, HasSubstr("\nXFAIL (breach)  network/deny-unix@exec: known: abstract sockets"));
  EXPECT_THAT(text,
              EndsWith("\nconforms: 1 of 3 cases as promised, 1 unsupported, 1 known to fail, in 1.2 s\n"));
}

TEST(WriteConsole, ShowsTheWitnessesOfARedStepAndHidesGreenSteps) {
  const std::string text = Plain(SampleReport());
  EXPECT_THAT(text, HasSubstr("\nFAIL (breach)  network/deny-http@exec\n"));
  EXPECT_THAT(text, HasSubstr("probe inside: connect failed with ECONNREFUSED"));
  EXPECT_THAT(text, HasSubstr("server ledger: happened - evil.test saw GET /k2j4 once"));
  EXPECT_THAT(text, HasSubstr("controls: noop happened, void did not happen - armed"));
  EXPECT_THAT(text, HasSubstr("\n  reproduce: sandproof run network/deny-http --adapter bubblewrap"));
  EXPECT_THAT(text, Not(HasSubstr("${workspace}/alive")));
}

TEST(WriteConsole, SaysWhatKeepsARunFromConforming) {
  EXPECT_THAT(Plain(SampleReport()), EndsWith("\ndoes not conform: 3 of 6 cases are red (1 inconclusive), "
                                              "6 of 7 required cases judged, in 1.2 s (exit status 1)\n"));
  RunReport report = GreenReport();
  report.cases = {InconclusiveCase()};
  report.interrupted_by = 15;
  report.exit_status = harness::kNotVerified;
  EXPECT_THAT(Plain(report), EndsWith("\nnot verified: 1 of 1 case is inconclusive, interrupted, in 1.2 s "
                                      "(exit status 2)\n"));
}

TEST(WriteConsole, SaysWhyNothingRan) {
  RunReport report = GreenReport();
  report.cases = {};
  report.pack.executed = 0;
  report.exit_status = harness::kNotVerified;
  report.adapter.unavailable = "bwrap is not installed";
  report.adapter.remedy = "apt-get install bubblewrap";
  EXPECT_EQ(Plain(report),
            "bubblewrap 0.8.0, pack core, private arena, 2 jobs\n"
            "adapter unavailable: bwrap is not installed\n"
            "  remedy: apt-get install bubblewrap\n\n"
            "not verified: 0 of 1 required cases judged, no case was judged, in 1.2 s (exit status 2)\n");
}

TEST(WriteConsole, SaysWhyARunWasOnTheHost) {
  RunReport report = GreenReport();
  report.pack = {};
  report.jobs = 1;
  report.duration_ms = 125'000;
  report.arena = {"host", "user namespaces are locked"};
  EXPECT_THAT(
      Plain(report),
      StartsWith("bubblewrap 0.8.0, 1 chosen scenario, host arena (user namespaces are locked), 1 job\n"));
  EXPECT_THAT(Plain(report), EndsWith(" in 2 min 5 s\n"));
}

TEST(WriteConsole, ColoursNothingUnlessAsked) {
  const std::string plain = Plain(SampleReport());
  EXPECT_THAT(plain, Not(HasSubstr("\x1b")));
  const std::string coloured = WriteConsole(SampleReport(), {.color = true});
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mFAIL (breach)\x1b[0m"));
  EXPECT_EQ(WithoutColour(coloured), plain);
}

}  // namespace
}  // namespace reports
