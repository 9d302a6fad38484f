// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/cli/installation.h"

namespace harness::cli {

// `sandproof run`, as it was typed.
struct RunArguments {
  std::vector<std::string> what;      // empty: the pack core
  std::vector<std::string> adapters;  // specs; empty: the embedded sandbox; "all": every sandbox that there is
  std::vector<std::string> reports;   // FORMAT[:PATH]
  std::vector<std::string> filters;
  std::vector<std::string> surfaces;
  std::string arena = "auto";
  std::string shard;                 // I/N; empty for all
  std::string expectations;          // a file; empty: the adapter's own
  std::string scenarios;             // a root; empty: the installation's
  std::string run_as;
  std::string color = "auto";
  int jobs = 0;                      // 0: as many as there are processors
  bool fail_fast = false;
  bool stats = false;
};

// Runs and reports. Returns the exit status; where a signal ended the run, the process dies of that signal instead.
int RunCommand(const RunArguments& arguments, const Installation& installation);

}  // namespace harness::cli
