// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/report.h"

namespace reports {

// Every writer is a pure function from a report to the bytes of a file.

// schema/report.schema.json, format "sandproof.report/1".
std::string WriteJson(const harness::RunReport& report);
// schema/matrix.schema.json, format "sandproof.matrix/1": the cells of a table, and the whole report of each column.
std::string WriteJson(const harness::MatrixReport& matrix);

// JUnit XML as Jenkins, GitLab and GitHub read it: a suite for each family, a testcase for each case.
std::string WriteJunit(const harness::RunReport& report);
// The suites of every adapter, one after another.
std::string WriteJunit(const harness::MatrixReport& matrix);

struct ConsoleStyle {
  bool color = false;
};
// A table by family, then each red case: what was promised, what each witness saw, and a command that reproduces it.
std::string WriteConsole(const harness::RunReport& report, const ConsoleStyle& style);
// Scenarios by adapters, then the reason for every cell that is red or known to fail.
std::string WriteConsole(const harness::MatrixReport& matrix, const ConsoleStyle& style);

// The names that `--report` knows, in the order of the help text.
const std::vector<std::string>& FormatNames();

}  // namespace reports
