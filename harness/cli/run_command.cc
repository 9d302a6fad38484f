// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/run_command.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <set>

#include "adapters/noop/noop_adapter.h"
#include "adapters/void/void_adapter.h"
#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"
#include "harness/base/nearest.h"
#include "harness/cli/adapter_registry.h"
#include "harness/cli/complain.h"
#include "harness/cli/report_request.h"
#include "harness/engine/run_suite.h"
#include "harness/judge/judge.h"
#include "harness/load/catalog.h"
#include "harness/load/expectations.h"
#include "reports/progress.h"

namespace harness::cli {
namespace {

constexpr int kMostJobs = 256;
constexpr char kDefaultPack[] = "core";

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text;
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

int ProcessorsToUse() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

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

// Two places on a host: where there is memory if there is any, and where programs may be executed.
std::vector<std::string> HostStageParents() {
  std::vector<std::string> parents;
  const char* const asked = std::getenv("TMPDIR");
  for (const std::string& directory : {std::string("/dev/shm"), std::string(asked == nullptr ? "" : asked),
                                       std::string("/var/tmp"), std::string("/tmp")}) {
    struct statvfs status = {};
    if (directory.starts_with('/') && ::statvfs(directory.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) == 0 &&
        ::access(directory.c_str(), W_OK | X_OK) == 0) {
      parents.push_back(directory);
    }
  }
  parents.resize(std::max<std::size_t>(parents.size(), 2), parents.empty() ? "/tmp" : parents.back());
  return parents;
}

Result<Account> FindAccount(const std::string& name) {
  if (::geteuid() != 0) return Fail("--run-as needs root; it is already an ordinary user's run without it");
  const passwd* const entry = ::getpwnam(name.c_str());
  if (entry == nullptr) return Fail("--run-as: there is no user '" + Printable(name) + "' on this host");
  return Account{entry->pw_uid, entry->pw_gid};
}

Result<void> ParseShard(const std::string& text, PlanOptions& plan) {
  if (text.empty()) return {};
  int index = 0;
  int total = 0;
  char rest = 0;
  constexpr std::size_t kLongest = 11;  // more digits would overflow
  if (text.size() > kLongest || std::sscanf(text.c_str(), "%d/%d%c", &index, &total, &rest) != 2 || index < 1 || total < 1 || index > total) {
    return Fail("--shard wants I/N with I from 1 to N, not '" + Printable(text) + "'");
  }
  plan.shard = index;
  plan.shards = total;
  return {};
}

Result<SuiteOptions> OptionsFrom(const RunArguments& arguments, const Installation& installation) {
  SuiteOptions options;
  options.tools = installation.tools;
  options.fail_fast = arguments.fail_fast;
  options.jobs = arguments.jobs == 0 ? ProcessorsToUse() : arguments.jobs;
  if (options.jobs < 1 || options.jobs > kMostJobs) return Fail(fmt::format("--jobs wants 1 to {}", kMostJobs));
  const std::vector<std::string> parents = HostStageParents();
  options.host_stage_parent = parents[0];
  options.host_elsewhere_parent = parents[1];
  options.arena = arguments.arena == "host"      ? ArenaChoice::kHost
                  : arguments.arena == "private" ? ArenaChoice::kPrivate
                                                 : ArenaChoice::kAuto;
  options.plan.filters = arguments.filters;
  for (const std::string& name : arguments.surfaces) {
    const auto surface = FindSurface(name);
    const std::vector<std::string> names = SurfaceNames();
    if (!surface) return Fail("unknown surface '" + Printable(name) + "'" + DidYouMean(name, names));
    options.plan.surfaces.push_back(*surface);
  }
  SANDPROOF_TRY(ParseShard(arguments.shard, options.plan));
  if (!arguments.run_as.empty()) {
    SANDPROOF_ASSIGN(options.account, FindAccount(arguments.run_as));
  }
  return options;
}

// By its spelling alone: what lies in the working directory must not take the place of a pack or a scenario.
bool LooksLikeAPath(const std::string& what) {
  return what.ends_with(".yaml") || what.ends_with('/') || what.starts_with('/') || what.starts_with("./") ||
         what.starts_with("../");
}

struct Chosen {
  std::vector<Scenario> scenarios;
  std::vector<Pack> packs;
  std::set<std::string> known_ids;  // of every scenario that there is
};

// Loads what was asked for, or complains and returns nothing.
std::optional<Chosen> Choose(const RunArguments& arguments, const std::string& root) {
  std::vector<std::string> what = arguments.what;
  if (what.empty()) what = {kDefaultPack};
  const bool only_paths = std::all_of(what.begin(), what.end(), LooksLikeAPath);
  const Catalog catalog = only_paths ? LoadPaths(what, root) : LoadCatalog(root);
  if (!catalog.problems.empty()) return Complain(catalog.problems), std::nullopt;
  Selection selection;
  if (only_paths) {
    selection.scenarios = catalog.scenarios;
  } else {
    selection = Select(catalog, what);
  }
  if (!selection.problems.empty()) return Complain(selection.problems), std::nullopt;
  if (selection.scenarios.empty()) return Complain("there is no scenario in what was named"), std::nullopt;
  Chosen chosen{std::move(selection.scenarios), std::move(selection.packs), {}};
  for (const Scenario& scenario : (only_paths ? LoadCatalog(root) : catalog).scenarios) chosen.known_ids.insert(scenario.id);
  return chosen;
}

// Complains and returns nothing where the file is no good.
std::optional<std::vector<KnownFailure>> KnownFailuresFor(const RunArguments& arguments, const Identity& adapter,
                                                          const Installation& installation) {
  std::string file = arguments.expectations;
  if (file.empty()) {
    const std::string variant = adapter.variant.empty() ? std::string() : "-" + adapter.variant;
    file = installation.adapters + "/" + adapter.name + "/expectations" + variant + ".yaml";
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::vector<KnownFailure>();
  }
  auto loaded = LoadExpectations(file);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) return Complain(*problems), std::nullopt;
  return std::get<std::vector<KnownFailure>>(std::move(loaded));
}

// Shows what goes on, on a terminal only, on the one line that the cursor is in.
class LiveLine {
 public:
  LiveLine() : live_(::isatty(STDERR_FILENO) != 0) {}
  ~LiveLine() {
    if (live_) std::fputs("\r\033[K", stderr);
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void Show(const SuiteProgress& progress) {
    red_ += IsRed(progress.latest->judgement.verdict) ? 1 : 0;
    if (!live_) return;
    winsize size = {};
    const int columns = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    const std::string line = reports::ProgressLine(progress.done, progress.total, red_, progress.latest->Id(), columns - 1);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
  }

 private:
  bool live_;
  int red_ = 0;
};

std::string ReproduceLine(const CaseReport& one, const RunArguments& arguments, const RunReport& report) {
  const bool by_path = !arguments.what.empty() && LooksLikeAPath(arguments.what.front());
  std::string line = "sandproof run " + ShellQuote(by_path ? one.scenario.file : one.scenario.id);
  line += " --surface " + std::string(Name(one.surface)) + " --adapter " + ShellQuote(arguments.adapter);
  if (report.arena.kind == "host") line += " --arena host";
  if (!arguments.scenarios.empty()) line += " --scenarios " + ShellQuote(arguments.scenarios);
  if (!arguments.run_as.empty()) line += " --run-as " + ShellQuote(arguments.run_as);
  return line;
}

// An entry that names no scenario that there is, or a surface that the adapter lacks, is a case of its own, so that no
// report can lose it.
void AddStale(const std::vector<KnownFailure>& unmatched, const Chosen& chosen, RunReport& report) {
  for (const KnownFailure& one : unmatched) {
    const std::string scenario = one.case_id.substr(0, one.case_id.find('@'));
    if (chosen.known_ids.contains(scenario)) continue;
    CaseReport stale;
    stale.scenario.id = scenario;
    stale.scenario.title = "An entry of the expectations file";
    stale.scenario.file = one.place.file;
    stale.judgement.verdict = Verdict::kStale;
    stale.judgement.reason = fmt::format("{}:{}: it names no case", Printable(one.place.file), one.place.line);
    report.cases.push_back(std::move(stale));
  }
}

void Complete(const RunArguments& arguments, const Chosen& chosen, const std::vector<KnownFailure>& known,
              const SuiteOptions& options, RunReport& report) {
  AddStale(ApplyKnownFailures(known, report.cases), chosen, report);
  for (CaseReport& one : report.cases) one.reproduce = ReproduceLine(one, arguments, report);
  if (chosen.packs.empty()) {
    report.pack = {};
  } else {
    report.pack.name = chosen.packs.front().name;
    report.pack.digest = chosen.packs.front().Digest();
    if (report.pack.executed < report.pack.required) {
      report.notes.push_back(fmt::format("pack {}: {} of {} required cases were executed; to run a few for their own sake, "
                                         "name scenarios instead of a pack",
                                         report.pack.name, report.pack.executed, report.pack.required));
    }
  }
  if (options.plan.shards > 1) {
    report.notes.push_back(fmt::format("shard {} of {}: the other shards' cases are not in this report",
                                       options.plan.shard, options.plan.shards));
  }
  report.exit_status = ExitStatusOf(report);
}

// As if the signal had never been caught, now that everything is tidy and written (signal(7)).
[[noreturn]] void DieOf(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
  ::_exit(128 + number);
}

int Finish(const RunArguments& arguments, const std::vector<ReportRequest>& requests, const RunReport& report) {
  const Result<void> written = WriteReports(requests, report, WantsColor(arguments.color));
  if (!written) {
    Complain(written.error().message);
    return report.exit_status == kConforms ? kNotVerified : report.exit_status;
  }
  if (report.interrupted_by != 0) DieOf(report.interrupted_by);
  return report.exit_status;
}

}  // namespace

int RunCommand(const RunArguments& arguments, const Installation& installation) {
  auto adapter = MakeAdapter(arguments.adapter, installation);
  if (!adapter) return Complain(adapter.error().message), kUsage;
  auto requests = ParseReportRequests(arguments.reports);
  if (!requests) return Complain(requests.error().message), kUsage;
  if (std::none_of(requests->begin(), requests->end(), [](const auto& one) { return one.path.empty(); })) {
    requests->push_back({"console", {}});
  }
  if (auto writable = CheckWritable(*requests); !writable) return Complain(writable.error().message), kUsage;
  auto options = OptionsFrom(arguments, installation);
  if (!options) return Complain(options.error().message), kUsage;
  const auto chosen = Choose(arguments, arguments.scenarios.empty() ? installation.scenarios : arguments.scenarios);
  if (!chosen) return kUsage;
  const Identity identity = (*adapter)->Describe();
  const auto known = KnownFailuresFor(arguments, identity, installation);
  if (!known) return kUsage;
  if (const Plan plan = MakePlan(chosen->scenarios, identity, options->plan);
      plan.cases.empty() && plan.unsupported.empty()) {
    return Complain("no case is left: the filter, surface or shard matches none of " +
                    std::to_string(chosen->scenarios.size()) + " scenario(s)"),
           kUsage;
  }

  const auto noop = adapters::MakeNoop();
  const auto void_adapter = adapters::MakeVoid();
  const std::string started = Now();
  Result<RunReport> report = Fail("");
  {
    LiveLine live;
    report = RunSuite(chosen->scenarios, {**adapter, *noop, *void_adapter}, *options,
                      [&live](const SuiteProgress& progress) { live.Show(progress); });
  }
  if (!report) return Complain(report.error().message), kNotVerified;
  report->started = started;
  report->host = HostFacts();
  Complete(arguments, *chosen, *known, *options, *report);
  return Finish(arguments, *requests, *report);
}

}  // namespace harness::cli
