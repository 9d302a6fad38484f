// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/load/node.h"
#include "harness/load/problem.h"

namespace harness {

// Gathers what is wrong with one file while it is walked.
class ProblemList {
 public:
  explicit ProblemList(std::string file) : file_(std::move(file)) {}

  Place PlaceOf(const Node& node) const { return {file_, node.line, node.column}; }

  // Messages are one line: text from the file goes into them through Quoted.
  void Add(Place place, std::string message) { problems_.push_back({std::move(place), std::move(message)}); }
  void Add(const Node& node, std::string message) { Add(PlaceOf(node), std::move(message)); }
  // About the file as a whole.
  void Add(std::string message) { Add(Place{file_, 0, 0}, std::move(message)); }

  bool empty() const { return problems_.empty(); }
  std::size_t size() const { return problems_.size(); }

  // Ordered by place.
  std::vector<Problem> Take();

 private:
  std::string file_;
  std::vector<Problem> problems_;
};

// `text` in quotes, printable and cut to a length that a message can hold.
std::string Quoted(std::string_view text);

}  // namespace harness
