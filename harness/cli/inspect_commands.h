// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/cli/installation.h"

namespace harness::cli {

// The commands that run no case. Each returns the exit status.

int ListCommand(const std::string& what, bool json, const std::string& scenarios, const Installation& installation);

// Checks scenario files, or with `schema` prints the JSON Schema that they follow.
int LintCommand(const std::vector<std::string>& paths, bool schema, const Installation& installation);

// Tells the whole chain of one case of a JSON report; `adapter` names the column of a matrix.
int ExplainCommand(const std::string& report, const std::string& case_id, const std::string& adapter);

// What this host can run, and what would mend what it cannot.
int DoctorCommand(const std::string& adapter, const Installation& installation);

}  // namespace harness::cli
