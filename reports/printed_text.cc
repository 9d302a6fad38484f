// SPDX-License-Identifier: Apache-2.0
#include "reports/printed_text.h"

#include <algorithm>
#include <charconv>

#include "harness/base/encoding.h"

namespace reports {

std::string Printed(std::string_view text) {
  std::string printable = harness::Printable(text);
  // Every other escape is three bytes longer than what it stands for; that of a backslash is one byte longer.
  const auto backslashes = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\\'));
  return printable.size() == text.size() + backslashes ? std::string(text) : printable;
}

std::string Prose(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return Printed(line);
}

std::string Unprinted(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    unsigned value = 0;
    std::size_t used = 1;
    if (text.starts_with("\\\\")) {
      used = 2;
    } else if (text.starts_with("\\x") && text.size() >= 4 &&
               std::from_chars(text.data() + 2, text.data() + 4, value, 16).ptr == text.data() + 4) {
      used = 4;
    }
    bytes += used == 4 ? static_cast<char>(value) : text[0];
    text.remove_prefix(used);
  }
  return bytes;
}

std::vector<std::string> PrintedLines(std::string_view text) {
  const std::string bytes = Unprinted(Printed(text));
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    lines.push_back(harness::Printable(bytes.substr(at, end - at)));
    at = end + 1;
  }
  return lines;
}

}  // namespace reports
