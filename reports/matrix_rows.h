// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "harness/model/report.h"

namespace reports {

// One scenario under one adapter: the worst of its cases, which go through one surface each.
struct MatrixCell {
  harness::Verdict verdict = harness::Verdict::kPass;
  std::vector<const harness::CaseReport*> cases;  // of the matrix, which has to outlive this; never empty
};

struct MatrixRow {
  const harness::Scenario* scenario = nullptr;
  std::vector<std::optional<MatrixCell>> cells;  // one for each column; none where nothing was run
};

// Ordered by scenario.
std::vector<MatrixRow> MatrixRows(const harness::MatrixReport& matrix);

}  // namespace reports
