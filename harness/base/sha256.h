// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "harness/base/result.h"

namespace harness {

// FIPS 180-4 SHA-256 as 64 lower-case hexadecimal digits.
std::string Sha256(std::string_view bytes);
// The same over a file's content, in constant memory.
Result<std::string> Sha256OfFile(const std::string& path);

}  // namespace harness
