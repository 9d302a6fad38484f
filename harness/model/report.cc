// SPDX-License-Identifier: Apache-2.0
#include "harness/model/report.h"

namespace harness {

std::map<Verdict, int> RunReport::Counts() const {
  std::map<Verdict, int> counts;
  for (const CaseReport& one : cases) ++counts[one.judgement.verdict];
  return counts;
}

}  // namespace harness
