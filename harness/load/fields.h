// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"

namespace harness {

// A mapping of which only certain keys are known. Refers to the node, which must outlive it.
class Fields {
 public:
  // Records a problem where `node` is no mapping, and one for each key that is not in `known`. `name` is what
  // messages call the mapping ("policy.limits"); empty for the top of a file.
  Fields(const Node& node, std::string name, const std::vector<std::string>& known, ProblemList& problems);

  // The value of `key`, null where the mapping does not have it.
  const Node* Find(std::string_view key) const;
  // The same, and a missing key is a problem.
  const Node* Require(std::string_view key) const;
  // What messages call the value of `key`: "policy.limits.wall".
  std::string NameOf(std::string_view key) const;

 private:
  const Node& node_;
  std::string name_;
  ProblemList& problems_;
};

}  // namespace harness
