// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace harness {

using Milliseconds = std::chrono::milliseconds;

// Counts from its construction, on the steady clock.
class Stopwatch {
 public:
  double ElapsedMs() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A point on the steady clock after which waiting is over.
class Deadline {
 public:
  static Deadline In(Milliseconds wait) { return Deadline(std::chrono::steady_clock::now() + wait); }

  bool Passed() const { return std::chrono::steady_clock::now() >= at_; }

  // Milliseconds left, rounded up so that poll(2) never spins; 0 once passed.
  int LeftMs() const {
    const auto left = std::chrono::ceil<Milliseconds>(at_ - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000'000));
  }

 private:
  explicit Deadline(std::chrono::steady_clock::time_point at) : at_(at) {}
  std::chrono::steady_clock::time_point at_;
};

}  // namespace harness
