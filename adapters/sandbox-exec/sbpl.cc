// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/sbpl.h"

#include <algorithm>

namespace adapters::sbpl {
namespace {

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

void AppendOrdinary(std::string& expression, char c) {
  if (IsLower(c)) {
    expression += {'[', c, static_cast<char>(c - 'a' + 'A'), ']'};
  } else if (IsUpper(c)) {
    expression += {'[', static_cast<char>(c - 'A' + 'a'), c, ']'};
  } else {
    if (std::string_view(".[\\()*+?{|^$").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
}

// Appends what the glob's special word at the start of `rest` means, and returns its length; 0 where there is none.
std::size_t AppendSpecial(std::string& expression, std::string_view rest) {
  if (rest.starts_with("**/")) {
    expression += "(.*/)?";
    return 3;
  }
  if (rest.starts_with("**")) {
    expression += ".*";
    return 2;
  }
  if (rest.front() == '*' || rest.front() == '?') {
    expression += rest.front() == '*' ? "[^/]*" : "[^/]";
    return 1;
  }
  // A ']' right after the start, or after the negation, is one of the characters.
  const bool is_negated = rest.starts_with("[!") || rest.starts_with("[^");
  const std::size_t first = is_negated ? 2 : 1;
  const std::size_t end = rest.front() == '[' ? rest.find(']', first + 1) : std::string_view::npos;
  if (end == std::string_view::npos) return 0;
  expression += is_negated ? "[^" : "[";
  expression += rest.substr(first, end - first);
  expression += ']';
  return end + 1;
}

std::string Ended(std::string expression, Below below) {
  return "^" + expression + (below == Below::kIncluded ? "(/.*)?$" : "$");
}

}  // namespace

bool IsWritable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string Literal(const std::string& path) { return "(literal " + Quoted(path) + ")"; }
std::string Subpath(const std::string& path) { return "(subpath " + Quoted(path) + ")"; }
std::string Regex(const std::string& expression) { return "(regex " + Quoted(expression) + ")"; }

std::string OfKind(const std::string& filter, const std::string& kind) {
  return "(require-all " + filter + " (vnode-type " + kind + "))";
}

std::string Rule(std::string_view action, std::string_view operations, const std::vector<std::string>& filters) {
  if (filters.empty()) return {};
  std::string rule = "(" + std::string(action) + " " + std::string(operations);
  for (const std::string& filter : filters) rule += "\n  " + filter;
  return rule + ")\n";
}

std::string PathExpression(std::string_view path, Below below) {
  std::string expression;
  for (const char c : path) AppendOrdinary(expression, c);
  return Ended(expression, below);
}

std::string GlobExpression(std::string_view glob, Below below) {
  std::string expression;
  while (!glob.empty()) {
    std::size_t length = AppendSpecial(expression, glob);
    if (length == 0) {
      AppendOrdinary(expression, glob.front());
      length = 1;
    }
    glob.remove_prefix(length);
  }
  return Ended(expression, below);
}

}  // namespace adapters::sbpl
