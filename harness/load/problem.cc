// SPDX-License-Identifier: Apache-2.0
#include "harness/load/problem.h"

#include "harness/base/encoding.h"

namespace harness {

std::string Describe(const Problem& problem) {
  std::string where = Printable(problem.place.file);
  if (problem.place.line > 0) {
    where += ":" + std::to_string(problem.place.line) + ":" + std::to_string(problem.place.column);
  }
  return where.empty() ? problem.message : where + ": " + problem.message;
}

}  // namespace harness
