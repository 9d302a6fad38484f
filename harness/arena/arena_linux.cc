// SPDX-License-Identifier: Apache-2.0
#include <sched.h>
#include <unistd.h>

#include "harness/arena/arena.h"

namespace harness {

int Arena::Namespaces(const ArenaNeeds& needs) {
  int own = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  if (needs.own_processes) own |= CLONE_NEWPID;
  return ::geteuid() == 0 ? own : own | CLONE_NEWUSER;
}

std::vector<ProcessInfo> Arena::Inhabitants() const { return DescendantsOf(::getpid(), TakeCensus()); }

}  // namespace harness
