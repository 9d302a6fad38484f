// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/complain.h"

#include <cstdio>

namespace harness::cli {

void Complain(const std::string& message) { std::fprintf(stderr, "sandproof: %s\n", message.c_str()); }

void Complain(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) Complain(Describe(problem));
}

}  // namespace harness::cli
