// SPDX-License-Identifier: Apache-2.0
#include "harness/load/node.h"

namespace harness {

std::string Describe(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::kNull:
      return "empty";
    case Node::Kind::kScalar:
      return "a text";
    case Node::Kind::kSequence:
      return "a list";
    case Node::Kind::kMapping:
      return "a mapping";
    case Node::Kind::kBroken:
      return "broken";
  }
  return {};
}

}  // namespace harness
