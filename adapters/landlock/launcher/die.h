// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace landlock {

// What the launcher ends with when it has not run the program: a part of the sandbox could not be had.
inline constexpr int kNotConfined = 125;

// Says on standard error which step of the set-up failed, with errno's text, and ends the process. There is no going on
// with less.
[[noreturn]] void Die(const std::string& step);
// The same for what no system call has failed at.
[[noreturn]] void DieBecause(const std::string& step, const std::string& why);

}  // namespace landlock
