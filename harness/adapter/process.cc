// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/process.h"

#include <utility>

namespace harness {
namespace {

class OverProcess : public Process {
 public:
  explicit OverProcess(LaunchResult result) : result_(std::move(result)) {}

  pid_t pid() const override { return -1; }
  bool Runs() const override { return false; }
  const std::string& Out() const override { return result_.out; }
  void Write(std::string_view) override {}
  void EndInput() override {}
  Result<void> Resize(TerminalSize) override { return {}; }
  void Signal(int) override {}
  bool PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline) override { return enough(result_.out); }
  LaunchResult Finish() override { return std::move(result_); }
  LaunchResult Kill() override { return std::move(result_); }

 private:
  LaunchResult result_;
};

}  // namespace

LaunchResult RunToEnd(Process& process, std::string_view input) {
  process.Write(input);
  process.EndInput();
  return process.Finish();
}

std::unique_ptr<Process> Over(LaunchResult result) { return std::make_unique<OverProcess>(std::move(result)); }

}  // namespace harness
