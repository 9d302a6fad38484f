// SPDX-License-Identifier: Apache-2.0
#include "harness/load/problem_list.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/base/encoding.h"

namespace harness {
namespace {

constexpr std::size_t kLongestQuote = 80;

}  // namespace

std::vector<Problem> ProblemList::Take() {
  std::stable_sort(problems_.begin(), problems_.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  return std::exchange(problems_, {});
}

std::string Quoted(std::string_view text) {
  const bool cut = text.size() > kLongestQuote;
  return "'" + Printable(text.substr(0, kLongestQuote)) + (cut ? "...'" : "'");
}

}  // namespace harness
