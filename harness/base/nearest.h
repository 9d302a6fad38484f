// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace harness {

// The word of `known` that is closest to `word` by edit distance, empty where none is close enough to be meant.
std::string Nearest(std::string_view word, std::span<const std::string> known);

// " (did you mean 'x'?)" or nothing, to be put behind a message.
std::string DidYouMean(std::string_view word, std::span<const std::string> known);

}  // namespace harness
