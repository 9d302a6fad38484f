// SPDX-License-Identifier: Apache-2.0
#include "harness/process/run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "harness/base/channel.h"

namespace harness {
namespace {

void SetNonBlocking(int fd) { ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK); }

// Writing to a program that has closed its standard input must not kill the harness.
class IgnoreBrokenPipes {
 public:
  IgnoreBrokenPipes() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before_);
  }
  ~IgnoreBrokenPipes() { ::sigaction(SIGPIPE, &before_, nullptr); }
  IgnoreBrokenPipes(const IgnoreBrokenPipes&) = delete;
  IgnoreBrokenPipes& operator=(const IgnoreBrokenPipes&) = delete;

 private:
  struct sigaction before_ = {};
};

std::variant<Child, NotStarted> StartOn(ChildRequest& request, int in, int out, int err) {
  request.stdin_fd = in;
  request.stdout_fd = out;
  request.stderr_fd = err;
  return Child::Start(request);
}

}  // namespace

std::variant<RunningProgram, NotStarted> RunningProgram::Start(ChildRequest request, const RunLimits& limits,
                                                               std::optional<TerminalSize> size) {
  const Stopwatch watch;
  std::optional<Terminal> terminal;
  std::array<Pipe, 3> pipes;
  if (size) {
    auto opened = Terminal::Open(*size);
    if (!opened) return NotStarted{"openpt", opened.error().code};
    terminal = *std::move(opened);
    request.controls_terminal = true;
  } else {
    for (Pipe& pipe : pipes) {
      auto made = MakePipe();
      if (!made) return NotStarted{"pipe", made.error().code};
      pipe = *std::move(made);
    }
  }
  const int theirs = terminal ? terminal->theirs.get() : -1;
  auto started = terminal ? StartOn(request, theirs, theirs, theirs)
                          : StartOn(request, pipes[0].read.get(), pipes[1].write.get(), pipes[2].write.get());
  if (auto* failed = std::get_if<NotStarted>(&started)) return std::move(*failed);

  RunningProgram program(std::get<Child>(std::move(started)), limits);
  program.watch_ = watch;
  program.deadline_ = Deadline::In(limits.wall);
  program.terminal_ = std::move(terminal);
  program.in_ = std::move(pipes[0].write);
  program.out_.fd = std::move(pipes[1].read);
  program.err_.fd = std::move(pipes[2].read);
  for (const int fd : {program.InputFd(), program.out_.fd.get(), program.err_.fd.get()}) {
    if (fd >= 0) SetNonBlocking(fd);
  }
  return program;
}

void RunningProgram::EndInput() {
  input_ends_ = true;
  if (input_.empty()) in_.Reset();
}

Result<void> RunningProgram::Resize(TerminalSize size) {
  return terminal_ ? terminal_->Resize(size) : Fail("there is no terminal");
}

void RunningProgram::Signal(int number) {
  if (!ending_) ::kill(child_.pid(), number);
}

void RunningProgram::Feed() {
  const ssize_t done = ::write(InputFd(), input_.data(), input_.size());
  if (done > 0) input_.erase(0, static_cast<std::size_t>(done));
  if (done < 0 && errno != EAGAIN && errno != EINTR) input_.clear();
  if (input_.empty() && input_ends_) in_.Reset();
}

// Bounded, so that a program that never stops writing cannot keep the deadline from being looked at. A terminal hands on what
// was written to it only when it is asked for events, which is why it is asked before each read.
void RunningProgram::Drain(Stream& stream, int fd) {
  std::array<char, 65536> buffer;
  for (int round = 0; round < 64 && fd >= 0 && !PrintedTooMuch(); ++round) {
    pollfd waiting = {fd, POLLIN, 0};
    if (terminal_ && ::poll(&waiting, 1, 0) == 0) return;
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return stream.fd.Reset();
    const std::size_t room = limits_.output_bytes - stream.bytes.size();
    stream.bytes.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
    output_cut_ = output_cut_ || static_cast<std::size_t>(got) > room;
  }
}

int RunningProgram::NextLookMs() const {
  constexpr Milliseconds kFarAway{1'000'000'000};
  const Milliseconds left = limits_.cpu_time_left ? limits_.cpu_time_left() : kFarAway;
  return static_cast<int>(std::clamp(left, Milliseconds(0), kFarAway).count());
}

bool RunningProgram::PrintedTooMuch() const {
  return limits_.most_output_bytes != 0 && out_.bytes.size() + err_.bytes.size() > limits_.most_output_bytes;
}

bool RunningProgram::LimitIsPassed() {
  if (PrintedTooMuch()) limit_ = "output";
  if (limits_.cpu_time_left && limits_.cpu_time_left() <= Milliseconds(0)) limit_ = "cpu";
  return !limit_.empty();
}

void RunningProgram::DrainAll() {
  Drain(out_, terminal_ ? terminal_->ours.get() : out_.fd.get());
  Drain(err_, err_.fd.get());
}

// False once nothing is to be waited for any more: it has ended, or was called off, or its time is over.
bool RunningProgram::WaitForSomething(const Deadline& deadline) {
  const bool feeds = !input_.empty();
  const int input_fd = feeds ? InputFd() : -1;
  const int output_fd = terminal_ ? terminal_->ours.get() : out_.fd.get();
  std::array<pollfd, 5> polled = {pollfd{child_.pidfd(), POLLIN, 0}, pollfd{input_fd, POLLOUT, 0},
                                  pollfd{output_fd, POLLIN, 0}, pollfd{err_.fd.get(), POLLIN, 0},
                                  pollfd{limits_.cancel_fd, kPeerIsGone, 0}};
  const int ready = ::poll(polled.data(), polled.size(), std::min({deadline.LeftMs(), deadline_.LeftMs(), NextLookMs()}));
  if (polled[1].revents != 0) Feed();
  DrainAll();
  if (LimitIsPassed()) {
    ending_ = child_.Kill();
    return false;
  }
  if (ready > 0 && polled[0].revents != 0) {
    // What the program wrote before it ended is there by now.
    DrainAll();
    ending_ = child_.Wait(Deadline::In(Milliseconds(0)));
    return false;
  }
  called_off_ = deadline_.Passed() || (ready > 0 && polled[4].revents != 0);
  return !called_off_;
}

bool RunningProgram::PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline) {
  const IgnoreBrokenPipes ignore;
  while (!ending_ && !enough(out_.bytes) && !deadline.Passed()) {
    if (!WaitForSomething(deadline)) break;
  }
  return enough(out_.bytes);
}

RunResult RunningProgram::Finish() {
  PumpUntil([](const std::string&) { return false; }, deadline_);
  if (ending_) return TakeResult(*ending_);
  child_.Kill();
  return TakeResult(TimedOut{});
}

RunResult RunningProgram::Kill() {
  if (!ending_) {
    ending_ = child_.Kill();
    DrainAll();
  }
  return TakeResult(*ending_);
}

RunResult RunningProgram::TakeResult(Ending ending) {
  std::string unread = terminal_ ? terminal_->TakeUnread() : std::string();
  return {std::move(ending), std::move(out_.bytes), std::move(err_.bytes), watch_.ElapsedMs(), output_cut_, std::move(unread), limit_};
}

RunResult RunProgram(ChildRequest request, const std::string& input, const RunLimits& limits) {
  const Stopwatch watch;
  auto started = RunningProgram::Start(std::move(request), limits);
  if (auto* failed = std::get_if<NotStarted>(&started)) return {std::move(*failed), {}, {}, watch.ElapsedMs(), false, {}};
  auto& program = std::get<RunningProgram>(started);
  program.Write(input);
  program.EndInput();
  return program.Finish();
}

}  // namespace harness
