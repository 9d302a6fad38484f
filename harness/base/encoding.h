// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace harness {

std::string ToHex(std::string_view bytes);
std::string ToBase64(std::string_view bytes);
// Empty where `text` is not base64 (RFC 4648, section 4, with padding).
std::optional<std::string> FromBase64(std::string_view text);
// Every byte as %XX, upper-case.
std::string PercentEncodeAll(std::string_view bytes);

// Text that is safe to print and to put into any report: what is not valid UTF-8, and every control character, becomes
// \xNN; a backslash becomes \\. The result holds no line break.
std::string Printable(std::string_view bytes);

// `word` so that a POSIX shell takes it for one word of exactly these bytes, whatever they are (NUL aside).
std::string ShellWord(std::string_view word);
// The same for a person to read and paste into bash: what a terminal would not show is written in $'...' form.
std::string ShellQuote(std::string_view word);

}  // namespace harness
