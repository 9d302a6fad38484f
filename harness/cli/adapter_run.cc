// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/adapter_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "adapters/noop/noop_adapter.h"
#include "adapters/void/void_adapter.h"
#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/cli/complain.h"
#include "harness/cli/live_line.h"
#include "harness/judge/judge.h"
#include "harness/load/expectations.h"

namespace harness::cli {
namespace {

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  ::gmtime_r(&now, &utc);
  std::array<char, 32> text;
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

// Complains and returns nothing where the file is no good.
std::optional<std::vector<KnownFailure>> KnownFailuresFor(const AdapterRun& run, const Identity& adapter) {
  std::string file = run.arguments.expectations;
  if (file.empty()) {
    const std::string variant = adapter.variant.empty() ? std::string() : "-" + adapter.variant;
    file = run.installation.adapters + "/" + adapter.name + "/expectations" + variant + ".yaml";
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return std::vector<KnownFailure>();
  }
  auto loaded = LoadExpectations(file);
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) return Complain(*problems), std::nullopt;
  return std::get<std::vector<KnownFailure>>(std::move(loaded));
}

std::string ReproduceLine(const CaseReport& one, const AdapterRun& run, const RunReport& report) {
  const RunArguments& arguments = run.arguments;
  const bool by_path = !arguments.what.empty() && LooksLikeAPath(arguments.what.front());
  std::string line = "sandproof run " + ShellQuote(by_path ? one.scenario.file : one.scenario.id);
  line += " --surface " + std::string(Name(one.surface)) + " --adapter " + ShellQuote(run.spec);
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

// What the adapter promises nothing about, and was therefore not asked for wherever no step is about it.
void NoteConcessions(RunReport& report) {
  std::set<std::string> conceded;
  for (const CaseReport& one : report.cases) conceded.insert(one.scenario.conceded.begin(), one.scenario.conceded.end());
  if (conceded.empty()) return;
  report.notes.push_back(fmt::format("{} does not promise and was not asked for, where no step is about it: {}",
                                     report.adapter.Label(), fmt::join(conceded, ", ")));
}

void Complete(const AdapterRun& run, const std::vector<KnownFailure>& known, RunReport& report) {
  AddStale(ApplyKnownFailures(known, report.cases), run.chosen, report);
  for (CaseReport& one : report.cases) one.reproduce = ReproduceLine(one, run, report);
  if (run.chosen.packs.empty()) {
    report.pack = {};
  } else {
    const auto& packs = run.chosen.packs;
    report.pack.name = packs.front().name;
    report.pack.digest = packs.front().Digest();
    for (std::size_t i = 1; i < packs.size(); ++i) {
      report.pack.name += " and " + packs[i].name;
      report.pack.digest = Sha256(report.pack.digest + packs[i].Digest());
    }
    if (report.pack.executed < report.pack.required) {
      report.notes.push_back(fmt::format("pack {}: {} of {} required cases were executed; to run a few for their own sake, "
                                         "name scenarios instead of a pack",
                                         report.pack.name, report.pack.executed, report.pack.required));
    }
  }
  if (run.options.plan.shards > 1) {
    report.notes.push_back(fmt::format("shard {} of {}: the other shards' cases are not in this report",
                                       run.options.plan.shard, run.options.plan.shards));
  }
  NoteConcessions(report);
  report.exit_status = ExitStatusOf(report);
}

}  // namespace

std::variant<RunReport, int> RunAdapter(const AdapterRun& run) {
  const Identity identity = run.adapter.Describe();
  const auto known = KnownFailuresFor(run, identity);
  if (!known) return kUsage;
  if (const Plan plan = MakePlan(run.chosen.scenarios, identity, run.options.plan);
      plan.cases.empty() && plan.unsupported.empty()) {
    Complain("no case is left: the filter, surface or shard matches none of " + std::to_string(run.chosen.scenarios.size()) +
             " scenario(s)");
    return kUsage;
  }
  const auto noop = adapters::MakeNoop();
  const auto void_adapter = adapters::MakeVoid();
  const std::string started = Now();
  Result<RunReport> report = Fail("");
  {
    LiveLine live;
    report = RunSuite(run.chosen.scenarios, {run.adapter, *noop, *void_adapter}, run.options,
                      [&live](const SuiteProgress& progress) { live.Show(progress); });
  }
  if (!report) {
    Complain(run.spec + ": " + report.error().message);
    return kNotVerified;
  }
  report->started = started;
  report->host = HostFacts();
  Complete(run, *known, *report);
  return *std::move(report);
}

}  // namespace harness::cli
