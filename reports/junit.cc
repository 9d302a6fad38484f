// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "reports/case_story.h"
#include "reports/printed_text.h"
#include "reports/step_view.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::CaseReport;
using harness::RunReport;
using harness::Verdict;

using Family = std::vector<const CaseReport*>;

struct Tally {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  double ms = 0;
};

// U+FFFE and U+FFFF are the only printable characters that XML 1.0 forbids (section 2.2).
std::string Legal(std::string text) {
  for (const auto& [character, escaped] :
       {std::pair("\uFFFE", "\\xef\\xbf\\xbe"), {"\uFFFF", "\\xef\\xbf\\xbf"}}) {
    for (auto at = text.find(character); at != std::string::npos; at = text.find(character)) {
      text.replace(at, 3, escaped);
    }
  }
  return text;
}

void Set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(Legal(value).c_str());
}

std::string Seconds(double ms) { return fmt::format("{:.3f}", std::isfinite(ms) ? ms / 1000 : 0.0); }

// Readers expect these attributes of `testsuites` and `testsuite` to agree with what is below them.
void SetTally(pugi::xml_node node, const Tally& tally) {
  Set(node, "tests", std::to_string(tally.tests));
  Set(node, "failures", std::to_string(tally.failures));
  Set(node, "errors", std::to_string(tally.errors));
  Set(node, "skipped", std::to_string(tally.skipped));
  Set(node, "time", Seconds(tally.ms));
}

// How a verdict is told: as <failure>, <error>, <skipped>, or not at all.
const char* ElementFor(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return nullptr;
    case Verdict::kUnsupported:
    case Verdict::kExpectedFail: return "skipped";
    case Verdict::kInconclusive: return "error";
    case Verdict::kFail:
    case Verdict::kWeakened:
    case Verdict::kUnstable:
    case Verdict::kUnexpectedPass:
    case Verdict::kStale: return "failure";
  }
  return "error";
}

std::string Story(const CaseReport& report) {
  std::string text = "\n";
  for (const StepView& view : Steps(report)) {
    if (view.judgement->verdict == Verdict::kPass) continue;
    const char* indent = "";
    for (const std::string& line : StepStory(view, report.judgement.reason)) {
      text += indent + line + "\n";
      indent = "  ";
    }
  }
  for (const std::string& line : CaseRemarks(report)) text += line + "\n";
  return text + "reproduce: " + Printed(report.reproduce) + "\n";
}

// Adds the element that says what is wrong with a case; an empty `text` leaves it without content.
void AddProblem(pugi::xml_node testcase, const std::string& element, const std::string& type,
                const std::string& message, const std::string& text) {
  pugi::xml_node problem = testcase.append_child(element.c_str());
  if (!type.empty()) Set(problem, "type", type);
  Set(problem, "message", message);
  if (!text.empty()) problem.text().set(Legal(text).c_str());
}

void AddCase(pugi::xml_node suite, const std::string& adapter, const CaseReport& report, Tally& tally) {
  pugi::xml_node testcase = suite.append_child("testcase");
  Set(testcase, "classname", adapter + "." + Printed(report.scenario.Family()));
  Set(testcase, "name", Printed(report.Id()));
  Set(testcase, "time", Seconds(report.evidence.duration_ms));
  Set(testcase, "file", Printed(report.scenario.file));
  ++tally.tests;
  tally.ms += report.evidence.duration_ms;

  const char* element = ElementFor(report.judgement.verdict);
  if (element == nullptr) return;
  const std::string label = VerdictLabel(report.judgement.verdict, report.judgement.failure);
  const std::string reason = Prose(report.judgement.reason);
  if (std::string_view(element) == "skipped") {
    ++tally.skipped;
    AddProblem(testcase, element, "", label + ": " + reason, "");
    return;
  }
  ++(std::string_view(element) == "error" ? tally.errors : tally.failures);
  AddProblem(testcase, element, label, reason, Story(report));
}

void AddProperty(pugi::xml_node properties, const std::string& name, const std::string& value) {
  pugi::xml_node property = properties.append_child("property");
  Set(property, "name", name);
  Set(property, "value", value);
}

void AddProperties(pugi::xml_node suite, const RunReport& report) {
  pugi::xml_node properties = suite.append_child("properties");
  AddProperty(properties, "adapter", Prose(report.adapter.Label()));
  AddProperty(properties, "adapter.version", Prose(report.adapter.version));
  AddProperty(properties, "arena", Prose(report.arena.kind));
  if (!report.pack.name.empty()) AddProperty(properties, "pack", Printed(report.pack.name));
  for (const auto& [fact, value] : report.host) AddProperty(properties, "host." + Prose(fact), Prose(value));
}

pugi::xml_node AddSuite(pugi::xml_node root, const RunReport& report, const std::string& name) {
  pugi::xml_node suite = root.append_child("testsuite");
  Set(suite, "name", name);
  Set(suite, "timestamp", Printed(report.started));
  AddProperties(suite, report);
  return suite;
}

Tally AddFamily(pugi::xml_node root, const RunReport& report, const std::string& name, const Family& cases) {
  pugi::xml_node suite = AddSuite(root, report, Printed(name));
  Tally tally;
  for (const CaseReport* one : cases) AddCase(suite, Prose(report.adapter.Label()), *one, tally);
  SetTally(suite, tally);
  return tally;
}

// Why the run is not verified although each testcase may be green; empty where nothing is missing. Readers of
// JUnit look at nothing but testcases, so this becomes one.
std::string Incomplete(const RunReport& report, const Tally& total) {
  const harness::PackReport& pack = report.pack;
  if (report.cases.empty()) return "no case was judged";
  if (pack.executed < pack.required) {
    return fmt::format("{} of {} required cases were judged", pack.executed, pack.required);
  }
  if (report.interrupted_by != 0) return "the run was interrupted";
  if (report.exit_status != harness::kConforms && total.failures + total.errors == 0) {
    return fmt::format("the run does not conform (exit status {})", report.exit_status);
  }
  return "";
}

void AddIncomplete(pugi::xml_node root, const RunReport& report, const std::string& why, Tally& total) {
  pugi::xml_node suite = AddSuite(root, report, "pack");
  pugi::xml_node testcase = suite.append_child("testcase");
  Set(testcase, "classname", Prose(report.adapter.Label()) + ".pack");
  Set(testcase, "name", "pack/complete");
  Set(testcase, "time", Seconds(0));
  std::string text;
  if (!report.adapter.unavailable.empty())
    text += "adapter unavailable: " + Prose(report.adapter.unavailable) + "\n";
  if (!report.adapter.remedy.empty()) text += "remedy: " + Prose(report.adapter.remedy) + "\n";
  for (const std::string& note : report.notes) text += Prose(note) + "\n";
  AddProblem(testcase, "error", "NOT VERIFIED", why, text.empty() ? text : "\n" + text);
  SetTally(suite, Tally{1, 0, 1, 0, 0});
  ++total.tests;
  ++total.errors;
}

// Of one adapter; returns what they come to.
Tally AddReport(pugi::xml_node root, const RunReport& report) {
  std::map<std::string, Family> families;
  for (const CaseReport& one : report.cases) families[one.scenario.Family()].push_back(&one);
  Tally total;
  for (const auto& [name, cases] : families) {
    const Tally tally = AddFamily(root, report, name, cases);
    total.tests += tally.tests;
    total.failures += tally.failures;
    total.errors += tally.errors;
    total.skipped += tally.skipped;
  }
  const std::string incomplete = Incomplete(report, total);
  if (!incomplete.empty()) AddIncomplete(root, report, incomplete, total);
  return total;
}

std::string Document(const std::vector<const RunReport*>& reports, double duration_ms) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  Set(root, "name", "sandproof");
  Tally total;
  for (const RunReport* report : reports) {
    const Tally tally = AddReport(root, *report);
    total.tests += tally.tests;
    total.failures += tally.failures;
    total.errors += tally.errors;
    total.skipped += tally.skipped;
  }
  // Cases run side by side, so the whole took less than the sum of its suites.
  total.ms = duration_ms;
  SetTally(root, total);

  std::ostringstream out;
  document.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

}  // namespace

std::string WriteJunit(const RunReport& report) { return Document({&report}, report.duration_ms); }

std::string WriteJunit(const harness::MatrixReport& matrix) {
  std::vector<const RunReport*> reports;
  for (const harness::MatrixColumn& column : matrix.columns) {
    // What this host lacks, and nobody asked for by its name, is no error of anybody's.
    if (column.named || column.report.adapter.unavailable.empty()) reports.push_back(&column.report);
  }
  return Document(reports, matrix.duration_ms);
}

}  // namespace reports
