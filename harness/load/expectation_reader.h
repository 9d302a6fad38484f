// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/load/node.h"
#include "harness/load/problem_list.h"
#include "harness/model/scenario.h"

namespace harness {

// The words for the kinds of expectation, in the order of Expectation::Kind.
const std::vector<std::string>& ExpectationWords();

// The value of a step's `expect`: a word, or a mapping with one key. Empty, with a problem, where it is
// neither.
std::optional<Expectation> ReadExpectation(const Node& node, ProblemList& problems);

// The kinds that a step with this verb can have.
std::span<const Expectation::Kind> ExpectationsOf(const Verb& verb);

// What is wrong with `expectation` for a step with this verb and these arguments; empty where nothing is.
std::string WrongWithExpectation(const Expectation& expectation, const Verb& verb,
                                 const std::map<std::string, std::string>& arguments);

}  // namespace harness
