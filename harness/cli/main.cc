// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>

#include "harness/base/encoding.h"
#include "harness/cli/complain.h"
#include "harness/cli/inspect_commands.h"
#include "harness/cli/installation.h"
#include "harness/cli/run_command.h"
#include "harness/model/report.h"

namespace {

using harness::cli::Complain;

constexpr char kExitStatuses[] =
    "Exit status: 0 conforms, 1 does not conform, 2 not verified, 64 usage or bad input, 70 fault in Sandproof.";

// Every command with what was typed for it.
struct CommandLine {
  harness::cli::RunArguments run;
  std::string list_what = "scenarios";
  std::string list_root;
  bool list_json = false;
  std::vector<std::string> lint_paths;
  bool lint_schema = false;
  std::string explain_report;
  std::string explain_case;
  std::string explain_adapter;
  std::string doctor_adapter;
};

void AddRun(CLI::App& app, harness::cli::RunArguments& run) {
  CLI::App& command = *app.add_subcommand("run", "Run cases against a sandbox and judge it");
  command.add_option("WHAT", run.what, "packs, scenario ids, globs over ids, files (x.yaml) or folders (./x) (default: the pack core)");
  command.add_option("-a,--adapter", run.adapters,
                     "the sandbox: NAME or NAME:key=value,...; repeatable, or all, for a matrix (default: landlock)")
      ->allow_extra_args(false);
  command.add_option("-r,--report", run.reports, "FORMAT[:PATH], repeatable; console, json or junit")->allow_extra_args(false);
  command.add_option("--filter", run.filters, "only the cases that match this glob over case ids, repeatable")->allow_extra_args(false);
  command.add_option("--surface", run.surfaces, "only this surface, repeatable")->allow_extra_args(false);
  command.add_option("-j,--jobs", run.jobs, "workers side by side (default: one for each processor)")
      ->check(CLI::Range(1, 256));
  command.add_option("--shard", run.shard, "I/N: only the I-th of N parts of the cases");
  command.add_option("--expect", run.expectations, "known failures (default: those in the adapter's own folder)");
  command.add_option("--scenarios", run.scenarios, "the root of another scenario tree");
  command.add_option("--arena", run.arena, "auto, private or host")->check(CLI::IsMember({"auto", "private", "host"}));
  command.add_option("--run-as", run.run_as, "as root: the user that everything runs as");
  command.add_option("--color", run.color, "auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_flag("--stats", run.stats, "say in the end, on standard error, what was launched and what it cost");
  command.add_flag("--fail-fast", run.fail_fast, "stop at the first red case");
}

void AddOthers(CLI::App& app, CommandLine& line) {
  CLI::App& list = *app.add_subcommand("list", "List scenarios, adapters, verbs, capabilities or packs");
  list.add_option("WHAT", line.list_what)
      ->check(CLI::IsMember({"scenarios", "adapters", "verbs", "capabilities", "packs"}));
  list.add_flag("--json", line.list_json, "as JSON");
  list.add_option("--scenarios", line.list_root, "the root of another scenario tree");
  CLI::App& lint = *app.add_subcommand("lint", "Check scenario files without running them");
  lint.add_option("PATH", line.lint_paths, "files or folders");
  lint.add_flag("--schema", line.lint_schema, "print the JSON Schema of a scenario file instead");
  CLI::App& explain = *app.add_subcommand("explain", "Tell how the verdict of one case came about");
  explain.add_option("REPORT", line.explain_report, "a report in JSON")->required();
  explain.add_option("CASE", line.explain_case, "the id of a case: scenario@surface")->required();
  explain.add_option("-a,--adapter", line.explain_adapter, "of a matrix: the column");
  CLI::App& doctor = *app.add_subcommand("doctor", "Show what this host can run, and the remedy for what it cannot");
  doctor.add_option("-a,--adapter", line.doctor_adapter, "look at this adapter only");
}

int Dispatch(const CLI::App& app, const CommandLine& line) {
  const auto installation = harness::cli::FindInstallation();
  if (!installation) return Complain(installation.error().message), harness::kFault;
  if (app.got_subcommand("run")) return RunCommand(line.run, *installation);
  if (app.got_subcommand("list")) return ListCommand(line.list_what, line.list_json, line.list_root, *installation);
  if (app.got_subcommand("lint")) return LintCommand(line.lint_paths, line.lint_schema, *installation);
  if (app.got_subcommand("explain")) return harness::cli::ExplainCommand(line.explain_report, line.explain_case, line.explain_adapter);
  return DoctorCommand(line.doctor_adapter, *installation);
}

int Main(int argc, char** argv) {
  CLI::App app("Sandproof proves, by outside witnesses, whether a sandbox holds.", "sandproof");
  app.set_version_flag("--version", "sandproof " SANDPROOF_VERSION);
  app.footer(kExitStatuses);
  app.require_subcommand(1);
  CommandLine line;
  AddRun(app, line.run);
  AddOthers(app, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // The library's own exit codes mean something else here.
    if (error.get_exit_code() == 0) return app.exit(error);
    Complain(harness::Printable(error.what()) + "; sandproof --help tells more");
    return harness::kUsage;
  }
  return Dispatch(app, line);
}

}  // namespace

int main(int argc, char** argv) {
  // Inherited as ignored, it would let the kernel reap children before their ending is known (wait(2)).
  std::signal(SIGCHLD, SIG_DFL);
  try {
    return Main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sandproof: fault in Sandproof itself: %s\n", error.what());
    return harness::kFault;
  }
}
