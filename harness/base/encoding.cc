// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace harness {
namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr char kUpperHex[] = "0123456789ABCDEF";
constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint8_t Byte(char c) { return static_cast<std::uint8_t>(c); }

bool IsContinuation(char c) { return (Byte(c) & 0xC0) == 0x80; }

// Length of the valid UTF-8 sequence at the start of `bytes`, 0 where there is none (RFC 3629: no overlong forms, no
// surrogates, nothing above U+10FFFF).
std::size_t Utf8Length(std::string_view bytes) {
  const std::uint8_t first = Byte(bytes[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || bytes.size() < length) return 0;
  if (!std::all_of(bytes.begin() + 1, bytes.begin() + static_cast<std::ptrdiff_t>(length), IsContinuation)) return 0;
  const std::uint8_t second = Byte(bytes[1]);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

// C1 controls are valid UTF-8 and still move a terminal's cursor.
bool IsControl(std::string_view character) {
  const std::uint8_t first = Byte(character[0]);
  if (first < 0x20 || first == 0x7F) return true;
  return character.size() == 2 && first == 0xC2 && Byte(character[1]) < 0xA0;
}

void AppendEscaped(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    out += "\\x";
    out += kHex[Byte(c) >> 4];
    out += kHex[Byte(c) & 15];
  }
}

}  // namespace

std::string ToHex(std::string_view bytes) {
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    hex += kHex[Byte(c) >> 4];
    hex += kHex[Byte(c) & 15];
  }
  return hex;
}

std::string ToBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = static_cast<std::uint32_t>(Byte(bytes[i])) << 16;
    if (count > 1) group |= static_cast<std::uint32_t>(Byte(bytes[i + 1])) << 8;
    if (count > 2) group |= Byte(bytes[i + 2]);
    text += kBase64[group >> 18];
    text += kBase64[(group >> 12) & 63];
    text += count > 1 ? kBase64[(group >> 6) & 63] : '=';
    text += count > 2 ? kBase64[group & 63] : '=';
  }
  return text;
}

std::optional<std::string> FromBase64(std::string_view text) {
  static const std::array<std::int8_t, 256> kValue = [] {
    std::array<std::int8_t, 256> table;
    table.fill(-1);
    for (std::int8_t i = 0; i < 64; ++i) table[Byte(kBase64[i])] = i;
    return table;
  }();
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < text.size() - padding; ++i) {
    const std::int8_t value = kValue[Byte(text[i])];
    if (value < 0) return std::nullopt;
    group = (group << 6) | static_cast<std::uint32_t>(value);
    if (i % 4 == 3) {
      bytes += static_cast<char>(group >> 16);
      bytes += static_cast<char>(group >> 8);
      bytes += static_cast<char>(group);
      group = 0;
    }
  }
  if (padding == 1) {
    bytes += static_cast<char>(group >> 10);
    bytes += static_cast<char>(group >> 2);
  } else if (padding == 2) {
    bytes += static_cast<char>(group >> 4);
  }
  return bytes;
}

std::string PercentEncodeAll(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text += '%';
    text += kUpperHex[Byte(c) >> 4];
    text += kUpperHex[Byte(c) & 15];
  }
  return text;
}

std::string Printable(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = Utf8Length(bytes);
    const std::string_view character = bytes.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || IsControl(character)) {
      AppendEscaped(text, character);
    } else if (character == "\\") {
      text += "\\\\";
    } else {
      text += character;
    }
    bytes.remove_prefix(character.size());
  }
  return text;
}

std::string ShellWord(std::string_view word) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string ShellQuote(std::string_view word) {
  std::string quoted = "$'";
  bool shows = true;
  for (std::string_view rest = word; !rest.empty();) {
    const std::size_t length = Utf8Length(rest);
    const std::string_view character = rest.substr(0, std::max<std::size_t>(length, 1));
    rest.remove_prefix(character.size());
    if (length == 0 || IsControl(character)) {
      shows = false;
      AppendEscaped(quoted, character);
    } else {
      if (character == "\\" || character == "'") quoted += '\\';
      quoted += character;
    }
  }
  return shows ? ShellWord(word) : quoted + "'";
}

}  // namespace harness
