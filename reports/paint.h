// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "harness/model/judgement.h"

namespace reports {

// Colours text with ANSI escapes (ECMA-48, SGR), or leaves it as it is when it is off.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}

  std::string Bold(std::string_view text) const { return With("1", text); }
  std::string Faint(std::string_view text) const { return With("2", text); }
  std::string Red(std::string_view text) const { return With("1;31", text); }
  std::string Green(std::string_view text) const { return With("32", text); }
  std::string Yellow(std::string_view text) const { return With("33", text); }

  // `text` in the colour of a verdict.
  std::string As(harness::Verdict verdict, std::string_view text) const {
    if (verdict == harness::Verdict::kPass) return Green(text);
    return harness::IsRed(verdict) ? Red(text) : Yellow(text);
  }

 private:
  std::string With(std::string_view code, std::string_view text) const {
    if (!on_ || text.empty()) return std::string(text);
    return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
  }

  bool on_;
};

}  // namespace reports
