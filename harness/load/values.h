// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/load/node.h"
#include "harness/load/problem_list.h"

namespace harness {

// Readers of single values. Each is empty, with a problem that names `name`, where the node is not of the
// type.

// A scalar that is not blank.
std::optional<std::string> ReadWord(const Node& node, const std::string& name, ProblemList& problems);

// A scalar, perhaps empty where it is quoted.
std::optional<std::string> ReadAnyText(const Node& node, const std::string& name, ProblemList& problems);

// The items of a list, each a scalar that is not blank, and none twice. Items with problems are left out.
std::vector<const Node*> ReadWords(const Node& node, const std::string& name, ProblemList& problems);

// Decimal digits without sign.
std::optional<std::uint64_t> ReadNumber(const Node& node, const std::string& name, std::uint64_t lowest,
                                        std::uint64_t highest, ProblemList& problems);

// One of two unquoted words: `yes` stands for true.
std::optional<bool> ReadSwitch(const Node& node, const std::string& name, const std::string& yes,
                               const std::string& no, ProblemList& problems);

// Digits and `ms` or `s`, from 1ms to 3600s.
std::optional<Milliseconds> ReadDuration(const Node& node, const std::string& name, ProblemList& problems);

// Digits and perhaps `K`, `M` or `G` (powers of 1024), from 1 byte to 1024G.
std::optional<std::uint64_t> ReadBytes(const Node& node, const std::string& name, ProblemList& problems);

// Decimal digits that fit; empty for anything else.
std::optional<std::uint64_t> ParseNumber(std::string_view digits);

}  // namespace harness
