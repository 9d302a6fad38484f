// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/scenario.h"

namespace harness {

// What is wrong with a file that a person wrote, where, and what would be right.
struct Problem {
  Place place;
  std::string message;
};

// "scenarios/network/deny.yaml:7:5: unknown verb 'htp.get' (did you mean 'http.get'?)". The file name is made printable.
std::string Describe(const Problem& problem);

}  // namespace harness
