// SPDX-License-Identifier: Apache-2.0
#include "harness/load/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace harness {
namespace {

constexpr std::uint64_t kLongestMs = 3'600'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

bool IsBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

void AddWrongValue(const Node& node, const std::string& name, const std::string& wanted,
                   ProblemList& problems) {
  if (node.kind == Node::Kind::kBroken) return;
  const std::string found = node.kind == Node::Kind::kScalar ? Quoted(node.text) : Describe(node.kind);
  problems.Add(node, fmt::format("'{}' must be {}, not {}", name, wanted, found));
}

// `text` without a number at its start, which goes into `number`.
std::optional<std::string_view> AfterNumber(std::string_view text, std::uint64_t& number) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::uint64_t> parsed = ParseNumber(text.substr(0, digits));
  if (!parsed) return std::nullopt;
  number = *parsed;
  return text.substr(digits);
}

// The factor of a byte count's suffix, 0 for a suffix that there is not.
std::uint64_t FactorOf(std::string_view suffix) {
  if (suffix.empty()) return 1;
  if (suffix == "K") return std::uint64_t{1} << 10;
  if (suffix == "M") return std::uint64_t{1} << 20;
  return suffix == "G" ? std::uint64_t{1} << 30 : 0;
}

}  // namespace

std::optional<std::uint64_t> ParseNumber(std::string_view digits) {
  std::uint64_t number = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::optional<std::string> ReadAnyText(const Node& node, const std::string& name, ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar) return node.text;
  AddWrongValue(node, name, "a text", problems);
  return std::nullopt;
}

std::optional<std::string> ReadWord(const Node& node, const std::string& name, ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar && IsBlank(node.text)) {
    problems.Add(node, fmt::format("'{}' must not be empty", name));
    return std::nullopt;
  }
  return ReadAnyText(node, name, problems);
}

std::vector<const Node*> ReadWords(const Node& node, const std::string& name, ProblemList& problems) {
  std::vector<const Node*> words;
  if (node.kind != Node::Kind::kSequence) {
    AddWrongValue(node, name, "a list", problems);
    return words;
  }
  std::set<std::string_view> seen;
  for (const Node& item : node.values) {
    if (!ReadWord(item, name + "[]", problems)) continue;
    if (seen.insert(item.text).second) {
      words.push_back(&item);
    } else {
      problems.Add(item, fmt::format("{} stands twice in '{}'", Quoted(item.text), name));
    }
  }
  return words;
}

std::optional<std::uint64_t> ReadNumber(const Node& node, const std::string& name, std::uint64_t lowest,
                                        std::uint64_t highest, ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar && node.plain) {
    const std::optional<std::uint64_t> number = ParseNumber(node.text);
    if (number && *number >= lowest && *number <= highest) return number;
  }
  AddWrongValue(node, name, fmt::format("an unquoted number from {} to {}", lowest, highest), problems);
  return std::nullopt;
}

std::optional<bool> ReadSwitch(const Node& node, const std::string& name, const std::string& yes,
                               const std::string& no, ProblemList& problems) {
  if (node.kind == Node::Kind::kScalar && node.plain) {
    if (node.text == yes) return true;
    if (node.text == no) return false;
  }
  AddWrongValue(node, name, fmt::format("{} or {}, unquoted", yes, no), problems);
  return std::nullopt;
}

std::optional<Milliseconds> ReadDuration(const Node& node, const std::string& name, ProblemList& problems) {
  std::uint64_t number = 0;
  if (node.kind == Node::Kind::kScalar) {
    const std::optional<std::string_view> unit = AfterNumber(node.text, number);
    const std::uint64_t factor = unit == "ms" ? 1 : unit == "s" ? 1000 : 0;
    if (factor != 0 && number > 0 && number <= kLongestMs / factor) {
      return Milliseconds(static_cast<Milliseconds::rep>(number * factor));
    }
  }
  AddWrongValue(node, name, "a duration such as 10s or 500ms, at most 3600s", problems);
  return std::nullopt;
}

std::optional<std::uint64_t> ReadBytes(const Node& node, const std::string& name, ProblemList& problems) {
  std::uint64_t number = 0;
  if (node.kind == Node::Kind::kScalar) {
    const std::optional<std::string_view> suffix = AfterNumber(node.text, number);
    const std::uint64_t factor = suffix ? FactorOf(*suffix) : 0;
    if (factor != 0 && number > 0 && number <= kMostBytes / factor) return number * factor;
  }
  AddWrongValue(node, name, "a number of bytes such as 65536, 64K, 512M or 1G, at most 1024G", problems);
  return std::nullopt;
}

}  // namespace harness
