// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "reports/case_story.h"
#include "reports/paint.h"
#include "reports/printed_text.h"
#include "reports/step_view.h"
#include "reports/table.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::CaseReport;
using harness::RunReport;
using harness::Verdict;

std::string Count(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string Cases(std::size_t count) { return Count(count, "case", "cases"); }

std::string Duration(double ms) {
  if (!std::isfinite(ms)) return "unknown time";
  if (ms < 1000) return fmt::format("{:.0f} ms", ms);
  if (ms < 60'000) return fmt::format("{:.1f} s", ms / 1000);
  const auto seconds = static_cast<long>(ms / 1000);
  return fmt::format("{} min {} s", seconds / 60, seconds % 60);
}

std::string What(const RunReport& report) {
  if (!report.pack.name.empty()) return "pack " + Printed(report.pack.name);
  std::set<std::string> scenarios;
  for (const CaseReport& one : report.cases) scenarios.insert(one.scenario.id);
  return Count(scenarios.size(), "chosen scenario", "chosen scenarios");
}

std::string FirstLine(const RunReport& report, const Paint& paint) {
  const std::string adapter = Prose(report.adapter.Label() + " " + report.adapter.version);
  std::string arena = report.arena.kind.empty() ? "nothing was run" : Prose(report.arena.kind) + " arena";
  const bool is_plain = report.arena.kind == "private" && report.adapter.arena.own_processes;
  if (!is_plain && !report.arena.why.empty())
    arena += " (" + Prose(report.arena.why) + ")";
  std::string line = paint.Bold(adapter) + fmt::format(", {}, {}, ", What(report), arena) +
                     Count(static_cast<std::size_t>(report.jobs), "job", "jobs") + "\n";
  for (const harness::OutsideSurface& one : report.adapter.outside) {
    line += fmt::format("outside of the boundary: {}, {}\n", harness::Name(one.surface), Prose(one.why));
  }
  if (report.adapter.unavailable.empty()) return line;
  line += paint.Red("adapter unavailable") + ": " + Prose(report.adapter.unavailable) + "\n";
  if (!report.adapter.remedy.empty()) line += "  remedy: " + Prose(report.adapter.remedy) + "\n";
  return line;
}

// The verdicts that occur, in the order of AllVerdicts(); PASS always.
std::vector<Verdict> Columns(const std::map<Verdict, int>& counts) {
  std::vector<Verdict> columns;
  for (const Verdict verdict : harness::AllVerdicts()) {
    if (verdict == Verdict::kPass || counts.contains(verdict)) columns.push_back(verdict);
  }
  return columns;
}

std::vector<std::string> Row(const std::string& name, std::map<Verdict, int> counts,
                             const std::vector<Verdict>& columns) {
  int total = 0;
  for (const auto& [verdict, count] : counts) total += count;
  std::vector<std::string> cells = {name, std::to_string(total)};
  for (const Verdict verdict : columns) {
    const int count = counts[verdict];
    cells.push_back(count == 0 ? "-" : std::to_string(count));
  }
  return cells;
}

std::string Summary(const RunReport& report, const Paint& paint) {
  if (report.cases.empty()) return "";
  const std::map<Verdict, int> counts = report.Counts();
  const std::vector<Verdict> columns = Columns(counts);
  std::map<std::string, std::map<Verdict, int>> families;
  for (const CaseReport& one : report.cases) ++families[one.scenario.Family()][one.judgement.verdict];

  std::vector<Table::Align> aligns(columns.size() + 2, Table::Align::kRight);
  aligns[0] = Table::Align::kLeft;
  Table table(aligns);
  std::vector<std::string> head = {"family", "cases"};
  for (const Verdict verdict : columns) head.push_back(harness::Describe(verdict));
  table.Add(head);
  for (const auto& [family, of_family] : families) table.Add(Row(Printed(family), of_family, columns));
  table.Add(Row("total", counts, columns));
  const std::size_t last = families.size() + 1;
  const auto look = [&](std::size_t row, std::size_t column, const std::string& text) {
    if (text == "-") return paint.Faint(text);
    if (column >= 2) return paint.As(columns[column - 2], text);
    return row == 0 || row == last ? paint.Bold(text) : text;
  };
  return fmt::format("\n{}", table.Render("  ", look));
}

// A line of a block, with its label in a column of its own.
std::string Labelled(const std::string& label, const std::string& text) {
  return fmt::format("  {:<10} {}\n", label, text);
}

std::string Block(const CaseReport& report, const Paint& paint) {
  const harness::CaseJudgement& judgement = report.judgement;
  const std::string verdict = VerdictLabel(judgement.verdict, judgement.failure);
  std::string text =
      fmt::format("\n{}  {}\n", paint.As(judgement.verdict, verdict), paint.Bold(Printed(report.Id())));
  text += Labelled("promised:", Prose(report.scenario.title));
  if (!report.scenario.why.empty()) text += Labelled("why:", Prose(report.scenario.why));
  for (const StepView& view : Steps(report)) {
    if (view.judgement->verdict == Verdict::kPass) continue;
    std::string label = "step:";
    for (const std::string& line : StepStory(view, judgement.reason)) {
      text += Labelled(label, line);
      label.clear();
    }
  }
  std::string label = "seen:";
  for (const std::string& line : CaseRemarks(report)) {
    text += Labelled(label, line);
    label.clear();
  }
  text += Labelled("reason:", Prose(judgement.reason));
  if (!report.reproduce.empty()) text += Labelled("reproduce:", Printed(report.reproduce));
  return text;
}

std::string Blocks(const RunReport& report, const Paint& paint) {
  std::string text;
  for (const CaseReport& one : report.cases) {
    if (harness::IsRed(one.judgement.verdict)) text += Block(one, paint);
  }
  return text;
}

// Cases that do not count against the run, one line each, since a reader has to know that they were not
// proven.
std::string Excused(const RunReport& report, Verdict verdict, const Paint& paint) {
  std::string text;
  for (const CaseReport& one : report.cases) {
    if (one.judgement.verdict != verdict) continue;
    const std::string label = VerdictLabel(verdict, one.judgement.failure);
    text +=
        fmt::format("{}  {}: {}\n", paint.As(verdict, label), Printed(one.Id()), Prose(one.judgement.reason));
  }
  return text.empty() ? text : "\n" + text;
}

std::string Notes(const RunReport& report) {
  std::string text;
  for (const std::string& note : report.notes) text += "note: " + Prose(note) + "\n";
  return text.empty() ? text : "\n" + text;
}

// What keeps the run from conforming, most weighty first.
std::string Shortfalls(const RunReport& report) {
  std::map<Verdict, int> counts = report.Counts();
  const int unproven = counts[Verdict::kInconclusive];
  int broken = -unproven;
  for (const auto& [verdict, count] : counts) broken += harness::IsRed(verdict) ? count : 0;
  const auto of_all = [&report](int count, const char* what) {
    return fmt::format("{} of {} {} {}", count, Cases(report.cases.size()), count == 1 ? "is" : "are", what);
  };

  std::vector<std::string> parts;
  if (broken > 0) {
    parts.push_back(of_all(broken + unproven, "red"));
    if (unproven > 0) parts.back() += fmt::format(" ({} inconclusive)", unproven);
  } else if (unproven > 0) {
    parts.push_back(of_all(unproven, "inconclusive"));
  }
  if (report.pack.executed < report.pack.required) {
    parts.push_back(
        fmt::format("{} of {} required cases judged", report.pack.executed, report.pack.required));
  }
  if (report.cases.empty()) parts.push_back("no case was judged");
  if (report.interrupted_by != 0) parts.push_back("interrupted");
  if (parts.empty()) parts.push_back("see the notes above");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string Conforming(const RunReport& report) {
  std::map<Verdict, int> counts = report.Counts();
  const auto passed = static_cast<std::size_t>(counts[Verdict::kPass]);
  if (passed == report.cases.size()) return Cases(passed) + ", all as promised";
  std::string text = fmt::format("{} of {} as promised", passed, Cases(report.cases.size()));
  if (const int count = counts[Verdict::kUnsupported]; count > 0)
    text += fmt::format(", {} unsupported", count);
  if (const int count = counts[Verdict::kExpectedFail]; count > 0)
    text += fmt::format(", {} known to fail", count);
  return text;
}

std::string LastLine(const RunReport& report, const Paint& paint) {
  const std::string time = ", in " + Duration(report.duration_ms);
  const std::string status = fmt::format(" (exit status {})", report.exit_status);
  switch (report.exit_status) {
    case harness::kConforms: return paint.Green("conforms") + ": " + Conforming(report) + time;
    case harness::kDoesNotConform:
      return paint.Red("does not conform") + ": " + Shortfalls(report) + time + status;
    case harness::kNotVerified: return paint.Red("not verified") + ": " + Shortfalls(report) + time + status;
    case harness::kUsage: return paint.Red("usage or bad input") + ": " + Shortfalls(report) + time + status;
    default: return paint.Red("fault in Sandproof") + ": " + Shortfalls(report) + time + status;
  }
}

}  // namespace

std::string WriteConsole(const RunReport& report, const ConsoleStyle& style) {
  const Paint paint(style.color);
  return FirstLine(report, paint) + Summary(report, paint) + Blocks(report, paint) +
         Excused(report, Verdict::kUnsupported, paint) + Excused(report, Verdict::kExpectedFail, paint) +
         Notes(report) + "\n" + LastLine(report, paint) + "\n";
}

}  // namespace reports
