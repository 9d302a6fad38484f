// SPDX-License-Identifier: Apache-2.0
#include "reports/matrix_rows.h"

#include <algorithm>
#include <map>
#include <string>

namespace reports {
namespace {

// The worst first; what is green or excused comes after everything red.
int Rank(harness::Verdict verdict) {
  using harness::Verdict;
  static const std::vector<Verdict> kWorstFirst = {Verdict::kWeakened,       Verdict::kFail,         Verdict::kUnstable,
                                                   Verdict::kUnexpectedPass, Verdict::kStale,        Verdict::kInconclusive,
                                                   Verdict::kExpectedFail,   Verdict::kUnsupported,  Verdict::kPass};
  return static_cast<int>(std::find(kWorstFirst.begin(), kWorstFirst.end(), verdict) - kWorstFirst.begin());
}

void Add(const harness::CaseReport& one, std::optional<MatrixCell>& cell) {
  const harness::Verdict verdict = one.judgement.verdict;
  if (!cell) cell = MatrixCell{verdict, {}};
  if (Rank(verdict) < Rank(cell->verdict)) cell->verdict = verdict;
  cell->cases.push_back(&one);
}

}  // namespace

std::vector<MatrixRow> MatrixRows(const harness::MatrixReport& matrix) {
  std::map<std::string, MatrixRow> rows;
  for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
    for (const harness::CaseReport& one : matrix.columns[i].report.cases) {
      MatrixRow& row = rows[one.scenario.id];
      row.scenario = &one.scenario;
      row.cells.resize(matrix.columns.size());
      Add(one, row.cells[i]);
    }
  }
  std::vector<MatrixRow> ordered;
  for (auto& [id, row] : rows) ordered.push_back(std::move(row));
  return ordered;
}

}  // namespace reports
