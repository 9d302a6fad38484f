// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/kept_session.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

namespace harness {
namespace {

// What the session and the holder of a handle share of one launch.
struct Started {
  std::unique_ptr<Process> process;
  bool in_background = false;
  bool is_over = false;
  std::optional<LaunchResult> ended_by_close;

  bool Runs() {
    // Whether it has ended by itself is known only once it was listened to.
    if (!is_over) process->PumpUntil([](const std::string&) { return false; }, Deadline::In(Milliseconds(0)));
    return !is_over && process->Runs();
  }
};

class KeptProcess : public Process {
 public:
  explicit KeptProcess(std::shared_ptr<Started> started) : started_(std::move(started)) {}
  ~KeptProcess() override {
    started_->is_over = true;
    started_->process.reset();
  }

  pid_t pid() const override { return started_->process->pid(); }
  bool Runs() const override { return !started_->is_over && started_->process->Runs(); }
  const std::string& Out() const override {
    return started_->ended_by_close ? started_->ended_by_close->out : started_->process->Out();
  }
  void Write(std::string_view bytes) override { started_->process->Write(bytes); }
  void EndInput() override { started_->process->EndInput(); }
  Result<void> Resize(TerminalSize size) override { return started_->process->Resize(size); }
  void Signal(int number) override { started_->process->Signal(number); }
  bool PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline) override {
    return started_->is_over ? enough(Out()) : started_->process->PumpUntil(enough, deadline);
  }
  LaunchResult Finish() override { return Closed([this] { return started_->process->Finish(); }); }
  LaunchResult Kill() override { return Closed([this] { return started_->process->Kill(); }); }

 private:
  LaunchResult Closed(const std::function<LaunchResult()>& close) {
    if (started_->ended_by_close) return *std::exchange(started_->ended_by_close, std::nullopt);
    LaunchResult result = close();
    started_->is_over = true;
    return result;
  }

  std::shared_ptr<Started> started_;
};

std::unique_ptr<Process> NotStartedBecause(const char* stage, int code) {
  LaunchResult result;
  result.ending = NotStarted{stage, code};
  return Over(std::move(result));
}

class KeptSession : public Session {
 public:
  KeptSession(std::unique_ptr<Launcher> launcher, Policy policy) : launcher_(std::move(launcher)), policy_(std::move(policy)) {}
  ~KeptSession() override { Close(); }

  std::unique_ptr<Process> Start(const LaunchRequest& request) override {
    if (launcher_ == nullptr) return NotStartedBecause("the session is closed", ESHUTDOWN);
    std::erase_if(started_, [](const auto& one) { return one->is_over; });
    const std::uint32_t most = policy_.limits.background.value_or(kDefaultBackgroundLimit);
    const auto running = std::count_if(started_.begin(), started_.end(), [](const auto& one) { return one->in_background && one->Runs(); });
    if (IsBackground(request.surface) && static_cast<std::uint32_t>(running) >= most) {
      return NotStartedBecause("the limit on background launches", EAGAIN);
    }
    auto started = std::make_shared<Started>();
    started->process = launcher_->Start(request);
    started->in_background = IsBackground(request.surface);
    started_.push_back(started);
    return std::make_unique<KeptProcess>(std::move(started));
  }

  void Close() override {
    for (const auto& one : started_) {
      if (one->is_over) continue;
      one->ended_by_close = one->process->Kill();
      one->is_over = true;
    }
    started_.clear();
    launcher_.reset();
  }

  Policy EffectivePolicy() const override { return policy_; }

 private:
  std::unique_ptr<Launcher> launcher_;
  Policy policy_;
  std::vector<std::shared_ptr<Started>> started_;
};

}  // namespace

std::unique_ptr<Session> Keep(std::unique_ptr<Launcher> launcher, Policy policy) {
  return std::make_unique<KeptSession>(std::move(launcher), std::move(policy));
}

}  // namespace harness
