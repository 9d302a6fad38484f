// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/model/verb.h"

namespace harness {

// What is wrong with the value of a verb's argument, as the end of a sentence that begins with the argument's
// name
// ("must be ..., not 'x'"). Empty where nothing is.
std::string WrongWithArgument(const Verb& verb, const Argument& argument, const std::string& text);

// The whole value that stands for every program that the sandbox is made of.
inline constexpr char kEveryRuntime[] = "${runtime}";

inline constexpr int kMostEchoBytes = 4'194'304;

}  // namespace harness
