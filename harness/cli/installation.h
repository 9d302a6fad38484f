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
  std::string programs;   // Sandproof's own programs beside this one
  std::string sandboxes;  // what ci/adapters has installed; may not exist
};

Result<Installation> FindInstallation();

// The one whose bin/, libexec/ and share/ lie in `prefix`.
Result<Installation> InstallationAt(const std::string& prefix);

}  // namespace harness::cli
