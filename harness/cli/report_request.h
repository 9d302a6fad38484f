// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/model/report.h"

namespace harness::cli {

// One `--report FORMAT[:PATH]`.
struct ReportRequest {
  std::string format;
  std::string path;  // empty: standard output
};

// Refuses a format that nobody knows, and two reports on standard output.
Result<std::vector<ReportRequest>> ParseReportRequests(const std::vector<std::string>& texts);

// Refuses a path that cannot be written, before a run is spent on it.
Result<void> CheckWritable(const std::vector<ReportRequest>& requests);

// Writes every report, each to its end or not at all. One that fails does not keep the others from being written.
Result<void> WriteReports(const std::vector<ReportRequest>& requests, const RunReport& report, bool color);
Result<void> WriteReports(const std::vector<ReportRequest>& requests, const MatrixReport& report, bool color);

}  // namespace harness::cli
