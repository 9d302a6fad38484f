// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/base/result.h"

namespace reports {

// The whole chain of one case of a JSON report (format "sandproof.report/1") in plain lines: what was
// promised, what was asked of the sandbox, what each witness and each control saw, how each launch ended, and
// what follows from it. The text is safe to print whatever the report holds. Fails, with a remedy, where
// `report_json` is not such a report or has no case `case_id`. Of a matrix (format "sandproof.matrix/1") it is the
// case of the column `adapter`.
harness::Result<std::string> Explain(const std::string& report_json, const std::string& case_id,
                                     const std::string& adapter = {});

}  // namespace reports
