// SPDX-License-Identifier: Apache-2.0
#include "harness/load/step_reader.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "harness/base/nearest.h"
#include "harness/load/arguments.h"
#include "harness/load/expectation_reader.h"
#include "harness/load/fields.h"
#include "harness/load/values.h"

namespace harness {
namespace {

using Arguments = std::map<std::string, std::string>;

// More than any promise needs; it keeps the time that a check takes within bounds.
constexpr std::size_t kMostSteps = 256;
constexpr char kExpect[] = "expect";

const std::vector<std::string>& StepWords() {
  static const std::vector<std::string> kWords = [] {
    std::vector<std::string> words = {kExpect};
    for (const Verb& verb : AllVerbs()) words.push_back(verb.name);
    return words;
  }();
  return kWords;
}

// The one key of a step that is a verb, as an index; empty, with a problem, where there is none or a second
// one.
std::optional<std::size_t> FindVerbKey(const Node& step, ProblemList& problems) {
  std::optional<std::size_t> found;
  bool complained = false;
  for (std::size_t i = 0; i < step.keys.size(); ++i) {
    const Node& key = step.keys[i];
    if (key.kind != Node::Kind::kScalar || key.text == kExpect) continue;
    if (FindVerb(key.text) == nullptr) {
      problems.Add(key, "unknown verb " + Quoted(key.text) + DidYouMean(key.text, StepWords()));
      complained = true;
    } else if (found) {
      problems.Add(key, fmt::format("a second verb, '{}', in one step: write two steps", key.text));
    } else {
      found = i;
    }
  }
  if (!found && !complained) problems.Add(step, "the step has no verb, such as file.write");
  return found;
}

void ReadArgument(const Verb& verb, const Argument& argument, const Node& node, Arguments& arguments,
                  ProblemList& problems) {
  const std::string name = verb.name + "." + argument.name;
  const bool may_be_empty = argument.name == "content" || argument.name == "body";
  const std::optional<std::string> text =
      may_be_empty ? ReadAnyText(node, name, problems) : ReadWord(node, name, problems);
  if (!text) return;
  const std::string wrong = WrongWithArgument(verb, argument, *text);
  if (!wrong.empty()) problems.Add(node, fmt::format("'{}' {}", name, wrong));
  arguments[argument.name] = *text;
}

void ReadArgumentMapping(const Verb& verb, const Node& node, Arguments& arguments, ProblemList& problems) {
  std::vector<std::string> known;
  for (const Argument& argument : verb.arguments) known.push_back(argument.name);
  const Fields fields(node, verb.name, known, problems);
  for (const Argument& argument : verb.arguments) {
    const Node* const value = argument.required ? fields.Require(argument.name) : fields.Find(argument.name);
    if (value != nullptr) ReadArgument(verb, argument, *value, arguments, problems);
  }
}

// A scalar is the first argument, and so enough only where no other is required; nothing is enough where none
// is.
Arguments ReadArguments(const Verb& verb, const Node& node, ProblemList& problems) {
  Arguments arguments;
  if (node.kind == Node::Kind::kMapping) {
    ReadArgumentMapping(verb, node, arguments, problems);
    return arguments;
  }
  if (node.kind == Node::Kind::kScalar && !verb.arguments.empty()) {
    ReadArgument(verb, verb.arguments.front(), node, arguments, problems);
  } else if (node.kind == Node::Kind::kScalar) {
    problems.Add(node, fmt::format("'{}' has no arguments: write nothing behind it", verb.name));
  } else if (node.kind == Node::Kind::kSequence) {
    problems.Add(node,
                 fmt::format("'{}' must be a text or a mapping of its arguments, not a list", verb.name));
  }
  const bool is_usable = node.kind == Node::Kind::kNull || node.kind == Node::Kind::kScalar;
  for (std::size_t i = node.kind == Node::Kind::kScalar ? 1 : 0; is_usable && i < verb.arguments.size();
       ++i) {
    if (!verb.arguments[i].required) continue;
    problems.Add(node, fmt::format("the key '{}.{}' is missing", verb.name, verb.arguments[i].name));
  }
  return arguments;
}

std::optional<Step> ReadStep(const Node& node, ProblemList& problems) {
  if (node.kind == Node::Kind::kBroken) return std::nullopt;
  if (node.kind != Node::Kind::kMapping) {
    problems.Add(node, "a step must be a mapping of a verb and 'expect', not " + Describe(node.kind));
    return std::nullopt;
  }
  const std::optional<std::size_t> at = FindVerbKey(node, problems);
  const Node* expect = nullptr;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (node.keys[i].kind == Node::Kind::kScalar && node.keys[i].text == kExpect) expect = &node.values[i];
  }
  const std::size_t before = problems.size();
  if (expect == nullptr) problems.Add(node, "the step has no 'expect'");
  const std::optional<Expectation> expectation =
      expect == nullptr ? std::nullopt : ReadExpectation(*expect, problems);
  if (!at) return std::nullopt;

  Step step;
  step.verb = FindVerb(node.keys[*at].text);
  step.place = problems.PlaceOf(node.keys[*at]);
  step.arguments = ReadArguments(*step.verb, node.values[*at], problems);
  if (!expectation) return std::nullopt;
  step.expect = *expectation;
  const bool is_good = problems.size() == before;
  const std::string wrong = is_good ? WrongWithExpectation(step.expect, *step.verb, step.arguments) : "";
  if (!wrong.empty()) problems.Add(*expect, wrong);
  return step;
}

}  // namespace

std::vector<Step> ReadSteps(const Node& node, ProblemList& problems) {
  std::vector<Step> steps;
  if (node.kind == Node::Kind::kBroken) return steps;
  if (node.kind != Node::Kind::kSequence) {
    problems.Add(node, "'steps' must be a list, not " + Describe(node.kind));
    return steps;
  }
  if (node.values.empty()) problems.Add(node, "'steps' must hold at least one step");
  if (node.values.size() > kMostSteps) {
    problems.Add(node, fmt::format("'steps' must hold at most {} steps", kMostSteps));
  }
  for (const Node& step_node : node.values) {
    std::optional<Step> step = ReadStep(step_node, problems);
    if (step) steps.push_back(std::move(*step));
  }
  return steps;
}

}  // namespace harness
