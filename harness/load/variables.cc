// SPDX-License-Identifier: Apache-2.0
#include "harness/load/variables.h"

#include <algorithm>
#include <vector>

#include "harness/base/nearest.h"
#include "harness/load/problem_list.h"
#include "harness/model/scenario.h"

namespace harness {
namespace {

std::string WrongWithVariable(std::string_view name, VariableUse use) {
  const std::vector<std::string>& known = VariableNames();
  const std::string written = Quoted("${" + std::string(name) + "}");
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    return "the variable " + written + " is not defined" + DidYouMean(name, known);
  }
  const VariableKind kind = KindOf(name);
  if (kind == VariableKind::kRuntime)
    return written + " can stand only as the whole program of fault.missing";
  if (kind == VariableKind::kStep && use == VariableUse::kCase) {
    return written + " is made anew for each step, and has no value here";
  }
  return {};
}

}  // namespace

VariableKind KindOf(std::string_view variable) {
  if (variable == "nonce") return VariableKind::kStep;
  if (variable == "runtime") return VariableKind::kRuntime;
  if (variable == "abstract") return VariableKind::kName;
  // A server's name ends with the version of the Internet Protocol that reaches it.
  return variable.ends_with('4') || variable.ends_with('6') ? VariableKind::kHost : VariableKind::kPath;
}

std::string WrongWithVariables(std::string_view text, VariableUse use) {
  std::size_t open = text.find("${");
  while (open != std::string_view::npos) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return "'${' without '}' in " + Quoted(text);
    std::string wrong = WrongWithVariable(text.substr(open + 2, close - open - 2), use);
    if (!wrong.empty()) return wrong;
    open = text.find("${", close);
  }
  return {};
}

std::string_view LeadingVariable(std::string_view text) {
  const std::size_t close = text.find('}');
  if (!text.starts_with("${") || close == std::string_view::npos) return {};
  return text.substr(2, close - 2);
}

}  // namespace harness
