// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/base/result.h"
#include "harness/cli/installation.h"
#include "harness/cli/run_command.h"
#include "harness/engine/run_suite.h"

namespace harness::cli {

// What `sandproof run` was typed with, as the engine wants it. Looks at the host: processors, accounts, directories.
Result<SuiteOptions> OptionsFrom(const RunArguments& arguments, const Installation& installation);

}  // namespace harness::cli
