// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/arena/arena.h"
#include "harness/base/result.h"

namespace harness::cli {

// Where the files are that came with this program. Everything is found from the place of the running executable, so that
// an installation can be moved as a whole.
struct Installation {
  Tools tools;
  std::string scenarios;  // the root of the scenario tree
  std::string adapters;   // a folder for each adapter, with its expectations.yaml
};

Result<Installation> FindInstallation();

}  // namespace harness::cli
