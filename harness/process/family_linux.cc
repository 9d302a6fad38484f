// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/prctl.h>

#include "harness/process/family.h"

namespace harness {

Result<void> AdoptOrphans() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return FailErrno("cannot become a subreaper");
  return {};
}

void OutliveParent() { ::prctl(PR_SET_PDEATHSIG, 0); }

}  // namespace harness
