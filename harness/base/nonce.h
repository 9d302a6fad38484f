// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace harness {

// A string that nobody can guess or have seen before: 128 bits of getrandom(2) as 26 characters of [a-z2-7], so that
// it survives URLs, file names, host names and shells unchanged.
std::string MakeNonce();

// `size` random bytes.
std::string RandomBytes(std::size_t size);

}  // namespace harness
