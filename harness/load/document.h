// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"

namespace harness {

inline constexpr std::size_t kLongestDocument = std::size_t{256} << 10;
inline constexpr std::size_t kDeepestNesting = 16;

// The one YAML document of `text`, with a null node for an empty one. Problems, each recorded in `problems`:
// more than kLongestDocument bytes, invalid UTF-8, NUL bytes, broken YAML, nesting deeper than
// kDeepestNesting, anchors, aliases, tags, duplicate keys, keys that are no scalars, a second document.
// Aliases are never expanded. Empty where no tree could be built; a tree that holds problems is returned, so
// that the rest of the file can be checked too.
std::optional<Node> ReadDocument(const std::string& text, ProblemList& problems);

// The content of the regular file `file`, at most kLongestDocument bytes. Empty, with a problem, where it
// cannot be read.
std::optional<std::string> ReadText(const std::string& file, ProblemList& problems);

}  // namespace harness
