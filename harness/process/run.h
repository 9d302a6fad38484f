// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/base/clock.h"
#include "harness/process/child.h"
#include "harness/process/terminal.h"

namespace harness {

struct RunLimits {
  Milliseconds wall{10'000};
  std::size_t output_bytes = std::size_t{16} << 20;  // of each stream; what comes after is read and dropped
  // A borrowed descriptor whose closed other end calls the run off; -1 for none.
  int cancel_fd = -1;
  // With more than this of both streams together the run is over: killed, and `limit` says "output". 0: no limit.
  std::size_t most_output_bytes = 0;
  // How long until it has to be asked again at the earliest; 0 or less ends the run: killed, and `limit` says "cpu". May be
  // empty.
  std::function<Milliseconds()> cpu_time_left{};
};

struct RunResult {
  Ending ending = Exited{0};
  std::string out;
  std::string err;
  double duration_ms = 0;
  bool output_cut = false;  // either stream went over the limit
  std::string unread;       // of a terminal: what the next program that reads from it would get
  std::string limit{};      // that the run was ended for: "output", "cpu"; empty where it was for none
};

// A program that runs, with its standard streams on three pipes, or on a terminal that is its controlling one. The request's
// own descriptors are ignored. Destruction kills its process group.
//
// Bytes move only while one of the functions below is at work. A program that is not listened to stops in its next write once
// a pipe is full, pipe(7).
class RunningProgram {
 public:
  static std::variant<RunningProgram, NotStarted> Start(ChildRequest request, const RunLimits& limits,
                                                        std::optional<TerminalSize> terminal = std::nullopt);

  RunningProgram(RunningProgram&&) noexcept = default;
  RunningProgram& operator=(RunningProgram&&) noexcept = default;

  pid_t pid() const { return child_.pid(); }
  const std::string& out() const { return out_.bytes; }
  // As far as was seen when it was last listened to.
  bool Runs() const { return !ending_; }

  // To its standard input, or typed into its terminal, as soon as there is room.
  void Write(std::string_view bytes) { input_ += bytes; }
  // Its standard input ends behind what was written. A terminal has no end.
  void EndInput();
  // Only with a terminal.
  Result<void> Resize(TerminalSize size);
  // To the program alone, not to its group.
  void Signal(int number);

  // Moves bytes until `enough` says so of what came out, until the program has ended, its wall time is over, it is called off,
  // or `deadline` has passed. Returns what `enough` says then.
  bool PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline);

  // To its end: the program's own, and what it wrote has been read; a descendant that keeps the pipes open is not waited for. When
  // its wall time is over, and when called off, its process group is killed and the ending is TimedOut.
  RunResult Finish();
  // Kills its process group at once and takes what came out by then.
  RunResult Kill();

 private:
  struct Stream {
    UniqueFd fd;
    std::string bytes;
  };

  RunningProgram(Child child, const RunLimits& limits) : child_(std::move(child)), limits_(limits) {}
  int InputFd() const { return terminal_ ? terminal_->ours.get() : in_.get(); }
  bool WaitForSomething(const Deadline& deadline);
  int NextLookMs() const;
  bool PrintedTooMuch() const;
  bool LimitIsPassed();
  void Feed();
  void Drain(Stream& stream, int fd);
  void DrainAll();
  RunResult TakeResult(Ending ending);

  Child child_;
  RunLimits limits_;
  std::optional<Terminal> terminal_;
  UniqueFd in_;
  Stream out_;
  Stream err_;
  std::string input_;
  bool input_ends_ = false;
  bool output_cut_ = false;
  bool called_off_ = false;
  std::string limit_;
  std::optional<Ending> ending_;
  Stopwatch watch_;
  Deadline deadline_ = Deadline::In(Milliseconds(0));
};

// Runs a program to its end with `input` on its standard input; see RunningProgram::Finish.
RunResult RunProgram(ChildRequest request, const std::string& input, const RunLimits& limits);

}  // namespace harness
