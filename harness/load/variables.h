// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace harness {

// What the value of a variable is, and so where it can stand.
enum class VariableKind {
  kPath,     // a directory of the stage
  kHost,     // host:port of a server
  kName,     // the abstract name of a Unix socket
  kStep,     // made anew for each step
  kRuntime,  // the programs that the sandbox is made of; stands for them all in fault.missing
};

// Of a name in VariableNames().
VariableKind KindOf(std::string_view variable);

// Where a text with variables stands.
enum class VariableUse { kCase, kStep };

// What is wrong with the variables in `text`: one that is not defined, that has no meaning at this place, or
// that has no closing brace. Empty where nothing is.
std::string WrongWithVariables(std::string_view text, VariableUse use);

// The name of the variable that `text` starts with, empty where it starts with none.
std::string_view LeadingVariable(std::string_view text);

}  // namespace harness
