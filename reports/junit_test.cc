// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::RunReport;
using harness::Verdict;
using testing::HasSubstr;

pugi::xml_document Parsed(const RunReport& report) {
  pugi::xml_document document;
  const std::string text = WriteJunit(report);
  EXPECT_TRUE(document.load_string(text.c_str())) << text;
  return document;
}

// The first child of the testcase of a report with one case of this verdict: "failure", "error", "skipped" or
// none.
std::string ElementOf(Verdict verdict) {
  RunReport report = GreenReport();
  report.cases[0].judgement.verdict = verdict;
  return Parsed(report).select_node("//testcase/*").node().name();
}

int CountOf(const pugi::xml_node& node, const std::string& path) {
  return static_cast<int>(node.select_nodes(path.c_str()).size());
}

TEST(WriteJunit, TellsEachVerdictInAWordThatJunitKnows) {
  EXPECT_EQ(ElementOf(Verdict::kPass), "");
  EXPECT_EQ(ElementOf(Verdict::kUnsupported), "skipped");
  EXPECT_EQ(ElementOf(Verdict::kExpectedFail), "skipped");
  EXPECT_EQ(ElementOf(Verdict::kInconclusive), "error");
  for (const Verdict verdict :
       {Verdict::kFail, Verdict::kWeakened, Verdict::kUnstable, Verdict::kUnexpectedPass, Verdict::kStale}) {
    EXPECT_EQ(ElementOf(verdict), "failure") << harness::Describe(verdict);
  }
}

TEST(WriteJunit, CountsWhatIsThere) {
  const pugi::xml_document document = Parsed(SampleReport());
  std::vector<pugi::xml_node> counted = {document.child("testsuites")};
  for (const pugi::xml_node suite : counted[0].children("testsuite")) counted.push_back(suite);
  ASSERT_EQ(counted.size(), 7u);
  for (const pugi::xml_node& node : counted) {
    const std::string name = node.attribute("name").value();
    EXPECT_EQ(node.attribute("tests").as_int(-1), CountOf(node, ".//testcase")) << name;
    EXPECT_EQ(node.attribute("failures").as_int(-1), CountOf(node, ".//testcase/failure")) << name;
    EXPECT_EQ(node.attribute("errors").as_int(-1), CountOf(node, ".//testcase/error")) << name;
    EXPECT_EQ(node.attribute("skipped").as_int(-1), CountOf(node, ".//testcase/skipped")) << name;
  }
}

TEST(WriteJunit, NamesTheCaseItsFileAndWhatTheWitnessesSaw) {
  const pugi::xml_document document = Parsed(SampleReport());
  const pugi::xml_node one = document.select_node("//testcase[@name='network/deny-http@exec']").node();
  EXPECT_STREQ(one.attribute("classname").value(), "bubblewrap.network");
  EXPECT_STREQ(one.attribute("file").value(), "scenarios/network/deny-http.yaml");
  EXPECT_STREQ(one.child("failure").attribute("type").value(), "FAIL (breach)");
  EXPECT_STREQ(one.child("failure").attribute("message").value(), "http.get: a denied thing happened");
  EXPECT_THAT(one.child("failure").text().get(),
              HasSubstr("server ledger: happened - evil.test saw GET /k2j4 once"));
  EXPECT_STREQ(
      one.parent().select_node("properties/property[@name='host.kernel']/@value").attribute().value(),
      "Linux 6.1");
}

std::string WhyIncomplete(const RunReport& report) {
  const pugi::xml_document document = Parsed(report);
  return document.select_node("//testcase[@name='pack/complete']/error/@message").attribute().value();
}

TEST(WriteJunit, IsRedWhereRequiredCasesAreMissing) {
  RunReport report = GreenReport();
  EXPECT_EQ(CountOf(Parsed(report), "//testcase"), 1);
  EXPECT_EQ(WhyIncomplete(report), "");
  report.pack.required = 3;
  EXPECT_EQ(WhyIncomplete(report), "1 of 3 required cases were judged");
  EXPECT_STREQ(Parsed(report).child("testsuites").attribute("errors").value(), "1");
}

TEST(WriteJunit, IsRedWhereNothingWasJudged) {
  RunReport report = GreenReport();
  report.cases = {};
  report.pack = {};
  report.adapter.unavailable = "bwrap is not installed";
  report.adapter.remedy = "apt-get install bubblewrap";
  EXPECT_EQ(WhyIncomplete(report), "no case was judged");
  EXPECT_THAT(WriteJunit(report), HasSubstr("adapter unavailable: bwrap is not installed\nremedy: apt-get"));
}

TEST(WriteJunit, IsRedWhereTheRunIsAndNoCaseSaysSo) {
  RunReport report = GreenReport();
  report.exit_status = harness::kNotVerified;
  EXPECT_EQ(WhyIncomplete(report), "the run does not conform (exit status 2)");
  report = GreenReport();
  report.interrupted_by = 15;
  EXPECT_EQ(WhyIncomplete(report), "the run was interrupted");
  report = SampleReport();
  report.pack.executed = report.pack.required;
  EXPECT_EQ(WhyIncomplete(report), "");
}

TEST(WriteJunit, HoldsNoCharacterThatXmlForbids) {
  const std::string text = WriteJunit(SampleReport());
  for (const char c : text)
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << static_cast<int>(c);
  EXPECT_EQ(text.find("\uFFFF"), std::string::npos);
  EXPECT_EQ(text.find("&#"), std::string::npos);
  EXPECT_THAT(text, HasSubstr("process/exit-code \\x01&lt;&amp;&quot;]]>\\xef\\xbf\\xbf@exec"));
}

}  // namespace
}  // namespace reports
