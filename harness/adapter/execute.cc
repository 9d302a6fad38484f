// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/execute.h"

#include <utility>

#include "harness/process/run.h"

namespace harness {
namespace {

class ExecutedProcess : public Process {
 public:
  ExecutedProcess(std::vector<std::string> argv, RunningProgram program, std::function<void(LaunchResult&)> then)
      : argv_(std::move(argv)), program_(std::move(program)), then_(std::move(then)) {}

  ~ExecutedProcess() override {
    if (!over_) (void)Kill();
  }

  pid_t pid() const override { return program_.pid(); }
  bool Runs() const override { return !over_ && program_.Runs(); }
  const std::string& Out() const override { return program_.out(); }
  void Write(std::string_view bytes) override { program_.Write(bytes); }
  void EndInput() override { program_.EndInput(); }
  Result<void> Resize(TerminalSize size) override { return program_.Resize(size); }
  void Signal(int number) override { program_.Signal(number); }
  bool PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline) override {
    return program_.PumpUntil(enough, deadline);
  }
  LaunchResult Finish() override { return Closed(program_.Finish()); }
  LaunchResult Kill() override { return Closed(program_.Kill()); }

 private:
  LaunchResult Closed(RunResult run) {
    over_ = true;
    LaunchResult result{std::move(argv_), run.ending,     std::move(run.out), std::move(run.err), run.duration_ms,
                        run.output_cut,   std::move(run.unread)};
    if (then_) then_(result);
    return result;
  }

  std::vector<std::string> argv_;
  RunningProgram program_;
  std::function<void(LaunchResult&)> then_;
  bool over_ = false;
};

}  // namespace

std::unique_ptr<Process> Execute(const SessionRequest& session, const LaunchRequest& launch,
                                 const std::vector<std::string>& command, const std::vector<std::string>& env,
                                 std::function<void(LaunchResult&)> then) {
  std::vector<std::string> argv = session.command_prefix;
  argv.insert(argv.end(), command.begin(), command.end());
  ChildRequest child{argv, env, session.stage.workspace};
  child.account = session.account;
  child.dies_with_parent = session.dies_with_caller;
  child.inherited = session.inherited;
  child.inherited.insert(child.inherited.end(), session.kept_open.begin(), session.kept_open.end());
  RunLimits limits;
  limits.wall = launch.wall;
  limits.cancel_fd = session.cancel_fd;
  const std::optional<TerminalSize> terminal =
      IsTerminal(launch.surface) ? std::optional<TerminalSize>(launch.terminal) : std::nullopt;
  auto started = RunningProgram::Start(std::move(child), limits, terminal);
  if (auto* failed = std::get_if<NotStarted>(&started)) {
    LaunchResult result{std::move(argv), std::move(*failed), {}, {}, 0, false, {}};
    if (then) then(result);
    return Over(std::move(result));
  }
  return std::make_unique<ExecutedProcess>(std::move(argv), std::get<RunningProgram>(std::move(started)), std::move(then));
}

}  // namespace harness
