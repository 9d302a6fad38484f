// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/execute.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "harness/process/run.h"

namespace harness {
namespace {

std::uint64_t KillsIn(const ResourceGroup* group) { return group == nullptr ? 0 : group->MemoryKills(); }

// All processors together can use up the rest no sooner than this.
Milliseconds UntilUsedUp(Milliseconds left) {
  const auto processors = static_cast<Milliseconds::rep>(std::max(1U, std::thread::hardware_concurrency()));
  if (left <= Milliseconds(0)) return Milliseconds(0);
  return std::max(Milliseconds(1), left / processors);
}

// Asks for `limits` where the program is started and waited for.
void Apply(const LaunchLimits& limits, ChildRequest& child, RunLimits& run) {
  run.most_output_bytes = limits.limits().output_bytes.value_or(0);
  child.descriptors = limits.limits().files.value_or(0);
  const ResourceGroup* group = limits.group();
  if (group == nullptr) return;
  child.groups = group->Entrances();
  if (!limits.limits().cpu) return;
  const Milliseconds end = group->CpuUsed() + *limits.limits().cpu;
  run.cpu_time_left = [group, end] { return UntilUsedUp(end - group->CpuUsed()); };
}

class ExecutedProcess : public Process {
 public:
  ExecutedProcess(std::vector<std::string> argv, RunningProgram program, std::function<void(LaunchResult&)> then,
                  const ResourceGroup* group)
      : argv_(std::move(argv)), program_(std::move(program)), then_(std::move(then)), group_(group),
        kills_before_(KillsIn(group)) {}

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
                        run.output_cut,   std::move(run.unread), std::move(run.limit)};
    if (result.limit.empty() && KillsIn(group_) > kills_before_) result.limit = "memory";
    if (then_) then_(result);
    return result;
  }

  std::vector<std::string> argv_;
  RunningProgram program_;
  std::function<void(LaunchResult&)> then_;
  const ResourceGroup* group_;  // may be null
  std::uint64_t kills_before_;
  bool over_ = false;
};

}  // namespace

std::unique_ptr<Process> Execute(const SessionRequest& session, const LaunchRequest& launch,
                                 const std::vector<std::string>& command, const std::vector<std::string>& env,
                                 std::function<void(LaunchResult&)> then, const LaunchLimits* keep) {
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
  if (keep != nullptr) Apply(*keep, child, limits);
  const std::optional<TerminalSize> terminal =
      IsTerminal(launch.surface) ? std::optional<TerminalSize>(launch.terminal) : std::nullopt;
  auto started = RunningProgram::Start(std::move(child), limits, terminal);
  if (auto* failed = std::get_if<NotStarted>(&started)) {
    LaunchResult result{std::move(argv), std::move(*failed), {}, {}, 0, false, {}};
    if (then) then(result);
    return Over(std::move(result));
  }
  return std::make_unique<ExecutedProcess>(std::move(argv), std::get<RunningProgram>(std::move(started)), std::move(then),
                                           keep == nullptr ? nullptr : keep->group());
}

}  // namespace harness
