// SPDX-License-Identifier: Apache-2.0
#include "reports/step_text.h"

#include "harness/base/encoding.h"
#include "harness/model/verb.h"

namespace reports {
namespace {

// YAML's double quotes know the escapes that Printable makes, so that only a quote needs one more.
std::string Quoted(const std::string& printable) {
  std::string text = "\"";
  for (const char c : printable) {
    if (c == '"') text += '\\';
    text += c;
  }
  return text + "\"";
}

bool IsFirstArgument(std::string_view verb, const std::string& name) {
  const harness::Verb* known = harness::FindVerb(verb);
  return known != nullptr && !known->arguments.empty() && known->arguments.front().name == name;
}

}  // namespace

Arguments PrintableArguments(const harness::Step& step) {
  Arguments arguments;
  for (const harness::Argument& argument : step.verb->arguments) {
    const auto given = step.arguments.find(argument.name);
    if (given != step.arguments.end())
      arguments.emplace_back(argument.name, harness::Printable(given->second));
  }
  return arguments;
}

std::string StepText(std::string_view verb, const Arguments& arguments) {
  std::string text(verb);
  if (arguments.empty()) return text + ":";
  if (arguments.size() == 1 && IsFirstArgument(verb, arguments[0].first))
    return text + ": " + arguments[0].second;
  text += ": {";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += (i == 0 ? "" : ", ") + arguments[i].first + ": " + Quoted(arguments[i].second);
  }
  return text + "}";
}

std::string StepText(const harness::Step& step) {
  return StepText(step.verb->name, PrintableArguments(step));
}

}  // namespace reports
