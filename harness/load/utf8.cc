// SPDX-License-Identifier: Apache-2.0
#include "harness/load/utf8.h"

#include <cstdint>

namespace harness {
namespace {

std::uint32_t Byte(char c) { return static_cast<std::uint8_t>(c); }

// How many bytes the sequence that starts with `first` has; 0 where none can start so.
std::size_t SequenceLength(std::uint32_t first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

bool IsValidSequence(std::string_view bytes) {
  const std::uint32_t lead_bits = bytes.size() == 1 ? 0x7F : 0xFFu >> (bytes.size() + 1);
  std::uint32_t code_point = Byte(bytes[0]) & lead_bits;
  for (const char c : bytes.substr(1)) {
    if ((Byte(c) & 0xC0) != 0x80) return false;
    code_point = (code_point << 6) | (Byte(c) & 0x3F);
  }
  if (bytes.size() == 3) return code_point >= 0x800 && (code_point < 0xD800 || code_point > 0xDFFF);
  return bytes.size() < 4 || (code_point >= 0x10000 && code_point <= 0x10FFFF);
}

}  // namespace

std::size_t FirstInvalidUtf8(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t length = SequenceLength(Byte(bytes[at]));
    if (length == 0 || length > bytes.size() - at || !IsValidSequence(bytes.substr(at, length))) return at;
    at += length;
  }
  return at;
}

}  // namespace harness
