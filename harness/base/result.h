// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

namespace harness {

// The harness could not do its work. A broken promise of a sandbox is never an Error: it is evidence.
struct Error {
  std::string message;  // one sentence, without a final stop: what was tried, on what, and why it failed
  int code = 0;         // the errno behind it; 0 where there is none
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> Fail(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message), 0});
}

// Reads errno, so call it before anything that may change it.
inline tl::unexpected<Error> FailErrno(std::string_view what) {
  const int code = errno;
  return tl::unexpected<Error>(Error{std::string(what) + ": " + std::strerror(code), code});
}

}  // namespace harness

// Returns the error of `expression`, a Result of any type, from the enclosing function.
#define SANDPROOF_TRY(expression)                                            \
  if (auto try_result = (expression); !try_result.has_value()) {             \
    return ::tl::unexpected<::harness::Error>(std::move(try_result).error()); \
  }                                                                          \
  static_assert(true, "")

#define SANDPROOF_JOIN_INNER(a, b) a##b
#define SANDPROOF_JOIN(a, b) SANDPROOF_JOIN_INNER(a, b)

// Declares `declaration` from the value of `expression`, or returns its error from the enclosing function.
#define SANDPROOF_ASSIGN(declaration, expression)                                                    \
  auto SANDPROOF_JOIN(assigned_, __LINE__) = (expression);                                           \
  if (!SANDPROOF_JOIN(assigned_, __LINE__).has_value()) {                                            \
    return ::tl::unexpected<::harness::Error>(std::move(SANDPROOF_JOIN(assigned_, __LINE__)).error()); \
  }                                                                                                  \
  declaration = std::move(SANDPROOF_JOIN(assigned_, __LINE__)).value()
