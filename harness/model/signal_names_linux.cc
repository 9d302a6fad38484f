// SPDX-License-Identifier: Apache-2.0
#include "harness/model/signal_names.h"

#include <cerrno>
#include <csignal>
#include <cstring>

namespace harness {
namespace {

constexpr int kHighestErrno = 200;

}  // namespace

std::string SignalName(int number) {
  const char* const name = ::sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name;
}

std::optional<int> FindSignal(std::string_view name) {
  for (int number = 1; number < NSIG; ++number) {
    if (::sigabbrev_np(number) != nullptr && SignalName(number) == name) return number;
  }
  return std::nullopt;
}

std::string ErrnoName(int number) {
  const char* const name = ::strerrorname_np(number);
  return name == nullptr ? "errno " + std::to_string(number) : name;
}

std::optional<int> FindErrno(std::string_view name) {
  for (int number = 1; number < kHighestErrno; ++number) {
    if (::strerrorname_np(number) != nullptr && ErrnoName(number) == name) return number;
  }
  return std::nullopt;
}

}  // namespace harness
