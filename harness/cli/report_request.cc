// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/report_request.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/base/nearest.h"
#include "reports/writer.h"

namespace harness::cli {
namespace {

template <typename Report>
std::string Render(const std::string& format, const Report& report, bool color) {
  if (format == "json") return reports::WriteJson(report);
  if (format == "junit") return reports::WriteJunit(report);
  return reports::WriteConsole(report, {color});
}

Result<void> CheckOne(const std::string& path) {
  const std::string named = "cannot write a report to " + Printable(path);
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Fail(named + ": it is a directory; name a file in it");
    if (::access(path.c_str(), W_OK) != 0) return FailErrno(named);
    if (!S_ISREG(status.st_mode)) return {};
  }
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (::access(parent.empty() ? "." : parent.c_str(), W_OK | X_OK) != 0) return FailErrno(named);
  return {};
}

template <typename Report>
Result<void> WriteEach(const std::vector<ReportRequest>& requests, const Report& report, bool color) {
  Result<void> all;
  for (const ReportRequest& request : requests) {
    const std::string text = Render(request.format, report, color && request.path.empty());
    Result<void> written =
        request.path.empty() ? WriteAll(STDOUT_FILENO, text) : WriteFileAtomically(request.path, text);
    if (!written && all) all = std::move(written);
  }
  return all;
}

}  // namespace

Result<std::vector<ReportRequest>> ParseReportRequests(const std::vector<std::string>& texts) {
  std::vector<ReportRequest> requests;
  for (const std::string& text : texts) {
    const std::size_t colon = text.find(':');
    ReportRequest request{text.substr(0, colon), colon == std::string::npos ? std::string() : text.substr(colon + 1)};
    const auto& known = reports::FormatNames();
    if (std::find(known.begin(), known.end(), request.format) == known.end()) {
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      return Fail("unknown report format '" + Printable(request.format) + "'" + DidYouMean(request.format, known) +
                  "; there are: " + list);
    }
    if (colon != std::string::npos && request.path.empty()) return Fail("--report " + text + " names no file after the colon");
    const bool again = std::any_of(requests.begin(), requests.end(), [&request](const ReportRequest& other) {
      return !request.path.empty() && other.path == request.path;
    });
    if (again) return Fail("two reports cannot be written to the same file " + Printable(request.path));
    requests.push_back(std::move(request));
  }
  const auto on_stdout = std::count_if(requests.begin(), requests.end(), [](const auto& one) { return one.path.empty(); });
  if (on_stdout > 1) return Fail("only one report can go to standard output; give the others a file: --report FORMAT:PATH");
  return requests;
}

Result<void> CheckWritable(const std::vector<ReportRequest>& requests) {
  for (const ReportRequest& request : requests) {
    if (!request.path.empty()) SANDPROOF_TRY(CheckOne(request.path));
  }
  return {};
}

Result<void> WriteReports(const std::vector<ReportRequest>& requests, const RunReport& report, bool color) {
  return WriteEach(requests, report, color);
}

Result<void> WriteReports(const std::vector<ReportRequest>& requests, const MatrixReport& report, bool color) {
  return WriteEach(requests, report, color);
}

}  // namespace harness::cli
