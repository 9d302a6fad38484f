// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/die.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace landlock {

void DieBecause(const std::string& step, const std::string& why) {
  std::fprintf(stderr, "sandproof-landlock: %s: %s; nothing was run\n", step.c_str(), why.c_str());
  std::fflush(stderr);
  ::_exit(kNotConfined);
}

void Die(const std::string& step) { DieBecause(step, std::strerror(errno)); }

}  // namespace landlock
