// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace harness {

// One node of a YAML file, as it was written: no tag is resolved, so `no` and `010` are texts.
struct Node {
  enum class Kind {
    kNull,      // nothing, `~` or `null`
    kScalar,    //
    kSequence,  // its items are `values`
    kMapping,   // `keys` and `values` are of the same length, and every key is a scalar or broken
    kBroken,    // a problem has been recorded already; readers say nothing more about it
  };
  Kind kind = Kind::kNull;
  bool plain = true;  // a scalar without quotes
  std::string text;
  std::vector<Node> keys;
  std::vector<Node> values;
  int line = 1;  // both count from 1; the column counts bytes
  int column = 1;
};

// "a list", to follow "not".
std::string Describe(Node::Kind kind);

}  // namespace harness
