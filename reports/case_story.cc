// SPDX-License-Identifier: Apache-2.0
#include "reports/case_story.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/printed_text.h"
#include "reports/step_text.h"

namespace reports {
namespace {

using harness::CaseReport;
using harness::LegEvidence;
using harness::SessionEvidence;

std::string WitnessLine(const harness::Witness& witness) {
  const std::string line = fmt::format("{}: {}", Prose(witness.name), harness::Describe(witness.outcome));
  return witness.detail.empty() ? line : line + " - " + Prose(witness.detail);
}

std::string ProbeLine(const harness::StepEvidence& evidence) {
  if (!evidence.probe) return "probe inside: nothing came back";
  const std::string line = "probe inside: " + Printed(harness::Describe(*evidence.probe));
  return evidence.probe->detail.empty() ? line : line + " - " + Prose(evidence.probe->detail);
}

std::string ControlLine(const harness::StepJudgement& judgement) {
  return fmt::format("controls: noop {}, void {} - {}", harness::Describe(judgement.noop_outcome),
                     harness::Describe(judgement.void_outcome), judgement.armed ? "armed" : "not armed");
}

void AddSession(std::vector<std::string>& lines, const CaseReport& report) {
  const SessionEvidence& session = report.evidence.subject.session;
  if (session.state != SessionEvidence::State::kOpened) {
    const bool refused = session.state == SessionEvidence::State::kRefused;
    lines.push_back(fmt::format("session: {} ({}) - {}", refused ? "refused" : "failed to open",
                                Prose(session.part), Prose(session.why)));
    return;
  }
  const auto parts = harness::Differences(report.evidence.requested, session.declared);
  if (!parts.empty()) {
    lines.push_back(fmt::format("policy: declared other than requested: {}", fmt::join(parts, ", ")));
  }
}

void AddErrors(std::vector<std::string>& lines, const CaseReport& report) {
  const auto add = [&lines](const char* where, const std::string& error) {
    if (!error.empty()) lines.push_back(fmt::format("harness error{}: {}", where, Prose(error)));
  };
  add("", report.evidence.harness_error);
  add(" under the adapter", report.evidence.subject.harness_error);
  add(" under noop", report.evidence.noop.harness_error);
  add(" under void", report.evidence.void_leg.harness_error);
}

// How much of a program's complaint is shown; `sandproof explain` shows all of it.
constexpr std::size_t kStderrLines = 5;

void AddLaunches(std::vector<std::string>& lines, const LegEvidence& leg) {
  for (std::size_t i = 0; i < leg.launches.size(); ++i) {
    const harness::LaunchEvidence& launch = leg.launches[i];
    if (!launch.limit.empty()) {
      lines.push_back(fmt::format("launch {}: {}, and the limit on {} ended it or a part of it", i + 1, Printed(harness::Describe(launch.ending)),
                                  Printed(launch.limit)));
    }
    if (launch.token_came_back) continue;
    const std::string ending = Printed(harness::Describe(launch.ending));
    lines.push_back(fmt::format("launch {}: {}, no token came back", i + 1, ending));
    const std::vector<std::string> said = PrintedLines(launch.stderr_tail);
    const std::size_t first = said.size() - std::min(said.size(), kStderrLines);
    for (std::size_t line = first; line < said.size(); ++line) lines.push_back("stderr: " + said[line]);
  }
}

}  // namespace

std::string VerdictLabel(harness::Verdict verdict, harness::Failure failure) {
  const std::string kind = harness::Describe(failure);
  return kind.empty() ? harness::Describe(verdict) : fmt::format("{} ({})", harness::Describe(verdict), kind);
}

std::vector<std::string> StepStory(const StepView& view, const std::string& case_reason) {
  std::vector<std::string> lines = {StepText(*view.step), "expected " + harness::Describe(view.step->expect),
                                    ProbeLine(*view.evidence)};
  for (const harness::Witness& witness : view.evidence->witnesses) lines.push_back(WitnessLine(witness));
  if (view.evidence->witnesses.empty()) lines.push_back("outside: no witness spoke");
  if (!view.evidence->dead_witness.empty())
    lines.push_back("dead witness: " + Prose(view.evidence->dead_witness));
  lines.push_back(ControlLine(*view.judgement));
  const std::string& reason = view.judgement->reason;
  // The reason of the whole is the reason of its worst step, with the step's number before it.
  if (!reason.empty() && !case_reason.ends_with(reason)) {
    lines.push_back(VerdictLabel(view.judgement->verdict, view.judgement->failure) + ": " + Prose(reason));
  }
  return lines;
}

std::vector<std::string> CaseRemarks(const CaseReport& report) {
  std::vector<std::string> lines;
  AddErrors(lines, report);
  AddSession(lines, report);
  AddLaunches(lines, report.evidence.subject);
  for (const harness::Finding& finding : report.evidence.subject.findings) {
    lines.push_back(fmt::format("{}: {}", harness::Describe(finding.kind), Prose(finding.detail)));
  }
  return lines;
}

}  // namespace reports
