// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"

namespace harness {

// A program of a sandbox's own: looked for by its name, or named by its path.
struct Program {
  std::string name;     // "bwrap"
  std::string path;     // absolute; empty: it is looked for
  std::string install;  // the command that brings it

  // Where it is, as far as `search_path` leads anywhere; see FindProgramAt.
  std::optional<std::string> Find(const std::vector<std::string>& search_path) const;
  // Says in `identity` that it is missing, and what would mend that.
  void ReportMissing(Identity& identity) const;
};

// Reads the whole file for its digest, which stays empty where it cannot be read.
Component ComponentAt(const std::string& name, const std::string& path);

// The first line that a program prints when it is asked for its version, within five seconds. Executes it.
std::string VersionLine(const std::vector<std::string>& command, const std::vector<std::string>& environment);

}  // namespace harness
