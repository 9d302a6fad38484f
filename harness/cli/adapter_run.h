// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "harness/adapter/adapter.h"
#include "harness/cli/choice.h"
#include "harness/cli/installation.h"
#include "harness/cli/run_command.h"
#include "harness/engine/run_suite.h"
#include "harness/model/report.h"

namespace harness::cli {

// One adapter's share of what was typed.
struct AdapterRun {
  std::string spec;
  Adapter& adapter;
  const RunArguments& arguments;
  const Installation& installation;
  const Chosen& chosen;
  const SuiteOptions& options;
};

// Runs the chosen cases and completes the report to what writers need. Complains and returns the exit status where there is
// none.
std::variant<RunReport, int> RunAdapter(const AdapterRun& run);

}  // namespace harness::cli
