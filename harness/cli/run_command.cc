// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/run_command.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "harness/base/clock.h"
#include "harness/cli/adapter_registry.h"
#include "harness/cli/adapter_run.h"
#include "harness/cli/choice.h"
#include "harness/cli/complain.h"
#include "harness/cli/report_request.h"
#include "harness/cli/suite_options.h"
#include "harness/judge/judge.h"
#include "reports/stats.h"

namespace harness::cli {
namespace {

constexpr char kEveryAdapter[] = "all";
constexpr char kDefaultAdapter[] = "landlock";

bool WantsColor(const std::string& choice) {
  const auto set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (choice != "auto") return choice == "always";
  if (set("NO_COLOR")) return false;
  if (set("CLICOLOR_FORCE") && std::string(std::getenv("CLICOLOR_FORCE")) != "0") return true;
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) != 0 && (terminal == nullptr || std::string(terminal) != "dumb");
}

// As if the signal had never been caught, now that everything is tidy and written (signal(7)).
[[noreturn]] void DieOf(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
  ::_exit(128 + number);
}

// What a run needs that is the same for every adapter.
struct Preparation {
  std::vector<ReportRequest> requests;
  SuiteOptions options;
  Chosen chosen;
};

std::optional<Preparation> Prepare(const RunArguments& arguments, const Installation& installation) {
  auto requests = ParseReportRequests(arguments.reports);
  if (!requests) return Complain(requests.error().message), std::nullopt;
  if (std::none_of(requests->begin(), requests->end(), [](const auto& one) { return one.path.empty(); })) {
    requests->push_back({"console", {}});
  }
  if (auto writable = CheckWritable(*requests); !writable) return Complain(writable.error().message), std::nullopt;
  auto options = OptionsFrom(arguments, installation);
  if (!options) return Complain(options.error().message), std::nullopt;
  auto chosen = Choose(arguments, arguments.scenarios.empty() ? installation.scenarios : arguments.scenarios);
  if (!chosen) return std::nullopt;
  return Preparation{*std::move(requests), *std::move(options), *std::move(chosen)};
}

// `report` is one adapter's or a matrix; the status stands in both.
template <typename Report>
int Finish(const RunArguments& arguments, const Preparation& prepared, const Report& report, int interrupted_by) {
  const Result<void> written = WriteReports(prepared.requests, report, WantsColor(arguments.color));
  if (!written) {
    Complain(written.error().message);
    return report.exit_status == kConforms ? kNotVerified : report.exit_status;
  }
  if (interrupted_by != 0) DieOf(interrupted_by);
  return report.exit_status;
}

struct Subject {
  std::string spec;
  std::unique_ptr<Adapter> adapter;
  bool named = true;  // and not one of all
};

std::optional<std::vector<Subject>> Subjects(const RunArguments& arguments, const Installation& installation) {
  std::vector<std::string> asked = arguments.adapters;
  if (asked.empty()) asked = {kDefaultAdapter};
  std::vector<Subject> subjects;
  const auto add = [&](const std::string& spec, bool named) {
    const auto same = [&spec](const Subject& one) { return one.spec == spec; };
    if (std::any_of(subjects.begin(), subjects.end(), same)) return true;
    auto adapter = MakeAdapter(spec, installation);
    if (!adapter) return Complain(adapter.error().message), false;
    subjects.push_back({spec, *std::move(adapter), named});
    return true;
  };
  for (const std::string& spec : asked) {
    const bool every = spec == kEveryAdapter;
    for (const std::string& one : every ? SandboxSpecs() : std::vector<std::string>{spec}) {
      if (!add(one, !every)) return std::nullopt;
    }
  }
  return subjects;
}

int RunMatrix(const RunArguments& arguments, const Installation& installation, const Preparation& prepared,
              const std::vector<Subject>& subjects) {
  const Stopwatch watch;
  MatrixReport matrix;
  int interrupted_by = 0;
  for (const Subject& subject : subjects) {
    auto ran = RunAdapter({subject.spec, *subject.adapter, arguments, installation, prepared.chosen, prepared.options});
    if (const int* status = std::get_if<int>(&ran)) {
      if (*status == kUsage) return *status;
      // It has been complained about; the column stays, and is not green.
      RunReport empty;
      empty.adapter = subject.adapter->Describe();
      empty.exit_status = *status;
      ran = std::move(empty);
    }
    auto& report = std::get<RunReport>(ran);
    interrupted_by = report.interrupted_by;
    if (arguments.stats) fmt::print(stderr, "{}\n{}", subject.spec, reports::StatsText(report));
    matrix.columns.push_back({subject.spec, subject.named, std::move(report)});
    if (interrupted_by != 0) break;
  }
  matrix.started = matrix.columns.front().report.started;
  matrix.duration_ms = watch.ElapsedMs();
  matrix.exit_status = interrupted_by != 0 ? static_cast<int>(kNotVerified) : ExitStatusOf(matrix);
  return Finish(arguments, prepared, matrix, interrupted_by);
}

}  // namespace

int RunCommand(const RunArguments& arguments, const Installation& installation) {
  const auto subjects = Subjects(arguments, installation);
  if (!subjects) return kUsage;
  const auto prepared = Prepare(arguments, installation);
  if (!prepared) return kUsage;
  if (subjects->size() > 1) {
    if (!arguments.expectations.empty()) return Complain("--expect is for one adapter; each of several has its own file"), kUsage;
    return RunMatrix(arguments, installation, *prepared, *subjects);
  }
  const Subject& subject = subjects->front();
  const auto ran = RunAdapter({subject.spec, *subject.adapter, arguments, installation, prepared->chosen, prepared->options});
  if (const int* status = std::get_if<int>(&ran)) return *status;
  const auto& report = std::get<RunReport>(ran);
  if (arguments.stats) fmt::print(stderr, "{}", reports::StatsText(report));
  return Finish(arguments, *prepared, report, report.interrupted_by);
}

}  // namespace harness::cli
