// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace harness {

// "SIGTERM" for 15; "signal 99" where the number has no name (signal(7)).
std::string SignalName(int number);
std::optional<int> FindSignal(std::string_view name);

// "EACCES" for 13; "errno 4242" where the number has no name (errno(3)).
std::string ErrnoName(int number);
std::optional<int> FindErrno(std::string_view name);

}  // namespace harness
