// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "reports/case_story.h"
#include "reports/matrix_rows.h"
#include "reports/paint.h"
#include "reports/printed_text.h"
#include "reports/table.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::CaseReport;
using harness::MatrixColumn;
using harness::MatrixReport;
using harness::Verdict;

const char* Short(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "ok";
    case Verdict::kFail: return "FAIL";
    case Verdict::kWeakened: return "WEAK";
    case Verdict::kUnstable: return "UNST";
    case Verdict::kInconclusive: return "?";
    case Verdict::kUnsupported: return "-";
    case Verdict::kExpectedFail: return "known";
    case Verdict::kUnexpectedPass: return "XPASS";
    case Verdict::kStale: return "STALE";
  }
  return "";
}

constexpr char kKey[] =
    "ok as promised, - not promised, ? not verified, known a known failure, FAIL a promise broken, WEAK ran with less than promised";

// What stands beside a column's number: who it is, and how it came out.
std::string Legend(const MatrixColumn& column, const Paint& paint) {
  const harness::RunReport& report = column.report;
  std::string line = Prose(column.spec);
  if (!report.adapter.unavailable.empty()) {
    return fmt::format("{}  {}: {}; remedy: {}", line, paint.Yellow("unavailable"), Prose(report.adapter.unavailable),
                       Prose(report.adapter.remedy));
  }
  if (!report.adapter.version.empty()) line += " " + Prose(report.adapter.version);
  const std::map<Verdict, int> counts = report.Counts();
  std::string tally;
  for (const Verdict verdict : harness::AllVerdicts()) {
    const auto found = counts.find(verdict);
    if (found == counts.end()) continue;
    tally += fmt::format("{}{} {}", tally.empty() ? "" : ", ", found->second, paint.As(verdict, harness::Describe(verdict)));
  }
  const std::string arena = report.arena.kind.empty() ? "nothing was run" : Prose(report.arena.kind) + " arena";
  return fmt::format("{}  {}, {}, {:.1f} s", line, arena, tally, report.duration_ms / 1000);
}

std::string Grid(const MatrixReport& matrix, const std::vector<MatrixRow>& rows, const Paint& paint) {
  std::vector<Table::Align> aligns(matrix.columns.size() + 1, Table::Align::kRight);
  aligns[0] = Table::Align::kLeft;
  Table table(aligns);
  std::vector<std::string> head = {"scenario"};
  for (std::size_t i = 1; i <= matrix.columns.size(); ++i) head.push_back(std::to_string(i));
  table.Add(head);
  for (const MatrixRow& row : rows) {
    std::vector<std::string> cells = {Printed(row.scenario->id)};
    for (const auto& cell : row.cells) cells.emplace_back(cell ? Short(cell->verdict) : "");
    table.Add(cells);
  }
  return table.Render("  ", [&](std::size_t row, std::size_t column, const std::string& text) {
    if (row == 0) return paint.Bold(text);
    if (column == 0 || text.empty()) return text;
    const auto& cell = rows[row - 1].cells[column - 1];
    return cell ? paint.As(cell->verdict, text) : text;
  });
}

bool NeedsAReason(Verdict verdict) { return harness::IsRed(verdict) || verdict == Verdict::kExpectedFail; }

// A cell's reasons; cases that came out alike are told once.
std::string Reasons(const MatrixCell& cell, const std::string& column, const Paint& paint) {
  std::map<std::string, std::string> surfaces;  // by what is told of them
  for (const CaseReport* one : cell.cases) {
    const harness::CaseJudgement& judgement = one->judgement;
    if (!NeedsAReason(judgement.verdict)) continue;
    const std::string label = VerdictLabel(judgement.verdict, judgement.failure);
    const std::string told = paint.As(judgement.verdict, label) + ": " + Prose(judgement.reason);
    std::string& list = surfaces[told];
    list += (list.empty() ? "" : ", ") + std::string(harness::Name(one->surface));
  }
  std::string text;
  for (const auto& [told, list] : surfaces) text += fmt::format("    {} ({}) {}\n", column, list, told);
  return text;
}

std::string Explanations(const MatrixReport& matrix, const std::vector<MatrixRow>& rows, const Paint& paint) {
  std::string text;
  for (const MatrixRow& row : rows) {
    std::string reasons;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      if (row.cells[i]) reasons += Reasons(*row.cells[i], Prose(matrix.columns[i].spec), paint);
    }
    if (!reasons.empty()) text += fmt::format("  {}\n{}", paint.Bold(Printed(row.scenario->id)), reasons);
  }
  return text.empty() ? text : "\nwhy:\n" + text;
}

std::string Notes(const MatrixReport& matrix) {
  std::string text;
  for (const MatrixColumn& column : matrix.columns) {
    if (!column.report.adapter.unavailable.empty()) continue;
    for (const std::string& note : column.report.notes) text += fmt::format("note: {}: {}\n", Prose(column.spec), Prose(note));
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string WriteConsole(const MatrixReport& matrix, const ConsoleStyle& style) {
  const Paint paint(style.color);
  const std::vector<MatrixRow> rows = MatrixRows(matrix);
  std::string text;
  for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
    text += fmt::format("{:>3}  {}\n", i + 1, Legend(matrix.columns[i], paint));
  }
  if (!rows.empty()) text += "\n" + Grid(matrix, rows, paint) + "\n  " + kKey + "\n";
  text += Explanations(matrix, rows, paint) + Notes(matrix);
  const char* const result = matrix.exit_status == harness::kConforms         ? "conforms"
                             : matrix.exit_status == harness::kDoesNotConform ? "does not conform"
                                                                              : "not verified";
  text += fmt::format("\n{}: {} adapters, in {:.1f} s (exit status {})\n",
                      matrix.exit_status == harness::kConforms ? paint.Green(result) : paint.Red(result),
                      matrix.columns.size(), matrix.duration_ms / 1000, matrix.exit_status);
  return text;
}

}  // namespace reports
