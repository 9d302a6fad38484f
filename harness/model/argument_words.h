// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace harness {

// The lists of words that `self.arguments` can be asked for, in the order in which they are documented.
const std::vector<std::string>& ArgumentWordKinds();

// The words of a kind: the same at every call, so that what two launches were given can be compared. No word holds a NUL.
// Empty for a kind that there is not.
std::vector<std::string> ArgumentWords(const std::string& kind);

}  // namespace harness
