// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace harness {

// The offset of the first byte that is not part of valid UTF-8 (RFC 3629: no overlong forms, no surrogates,
// nothing above U+10FFFF); `bytes.size()` where all of it is valid.
std::size_t FirstInvalidUtf8(std::string_view bytes);

}  // namespace harness
