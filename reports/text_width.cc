// SPDX-License-Identifier: Apache-2.0
#include "reports/text_width.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace reports {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Blocks that hold wide characters (Unicode Standard Annex 11). A block with a few wide ones counts as a
// whole.
constexpr std::array<Range, 14> kWide = {{{0x1100, 0x115F},
                                          {0x231A, 0x23FF},
                                          {0x25FD, 0x27BF},
                                          {0x2B1B, 0x2B55},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x4DBF},
                                          {0x4E00, 0xA4CF},
                                          {0xA960, 0xA97F},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE10, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x16FE0, 0x3FFFD}}};

struct Character {
  std::size_t bytes = 1;
  int columns = 1;
};

// `text` is not empty. A byte that begins no character counts as one.
Character First(std::string_view text) {
  const auto lead = static_cast<std::uint8_t>(text[0]);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (length == 1 || length > text.size()) return {};
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (static_cast<std::uint8_t>(text[i]) & 0x3FU);
  const bool wide = std::any_of(kWide.begin(), kWide.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
  return {length, wide ? 2 : 1};
}

std::string_view Fitting(std::string_view text, int columns) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Character next = First(text.substr(bytes));
    if (next.columns > columns) break;
    columns -= next.columns;
    bytes += next.bytes;
  }
  return text.substr(0, bytes);
}

}  // namespace

int TextWidth(std::string_view text) {
  int columns = 0;
  while (!text.empty()) {
    const Character next = First(text);
    columns += next.columns;
    text.remove_prefix(next.bytes);
  }
  return columns;
}

std::string CutToWidth(std::string_view text, int columns) {
  static constexpr std::string_view kCut = "...";
  const std::string_view whole = Fitting(text, columns);
  if (whole.size() == text.size()) return std::string(text);
  const int room = columns - static_cast<int>(kCut.size());
  if (room < 1) return std::string(whole);
  return std::string(Fitting(text, room)).append(kCut);
}

}  // namespace reports
