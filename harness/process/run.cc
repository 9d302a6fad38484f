// SPDX-License-Identifier: Apache-2.0
#include "harness/process/run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
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

// Moves bytes between the harness and one child.
class Pump {
 public:
  Pump(UniqueFd in, UniqueFd out, UniqueFd err, std::string_view input, const RunLimits& limits)
      : in_(std::move(in)), out_{std::move(out), {}}, err_{std::move(err), {}}, input_(input), limits_(limits) {
    for (const int fd : {in_.get(), out_.fd.get(), err_.fd.get()}) SetNonBlocking(fd);
    if (input_.empty()) in_.Reset();
  }

  Ending RunToEnd(Child& child) {
    const Deadline deadline = Deadline::In(limits_.wall);
    while (true) {
      std::array<pollfd, 5> polled = {pollfd{child.pidfd(), POLLIN, 0}, pollfd{in_.get(), POLLOUT, 0},
                                      pollfd{out_.fd.get(), POLLIN, 0}, pollfd{err_.fd.get(), POLLIN, 0},
                                      pollfd{limits_.cancel_fd, kPeerIsGone, 0}};
      const int ready = ::poll(polled.data(), polled.size(), deadline.LeftMs());
      if (polled[1].revents != 0) Feed();
      Drain(out_);
      Drain(err_);
      if (ready > 0 && polled[0].revents != 0) return Finish(child);
      if (deadline.Passed() || (ready > 0 && polled[4].revents != 0)) {
        child.Kill();
        return TimedOut{};
      }
    }
  }

  std::string TakeOut() { return std::move(out_.bytes); }
  bool output_cut() const { return output_cut_; }
  std::string TakeErr() { return std::move(err_.bytes); }

 private:
  struct Stream {
    UniqueFd fd;
    std::string bytes;
  };

  // What the program wrote before it ended is in the pipes by now.
  Ending Finish(Child& child) {
    Drain(out_);
    Drain(err_);
    return child.Wait(Deadline::In(Milliseconds(0)));
  }

  void Feed() {
    const ssize_t done = ::write(in_.get(), input_.data(), input_.size());
    if (done > 0) input_.remove_prefix(static_cast<std::size_t>(done));
    if (input_.empty() || (done < 0 && errno != EAGAIN && errno != EINTR)) in_.Reset();
  }

  // Bounded, so that a program that never stops writing cannot keep the deadline from being looked at.
  void Drain(Stream& stream) {
    std::array<char, 65536> buffer;
    for (int round = 0; round < 64 && stream.fd; ++round) {
      const ssize_t got = ::read(stream.fd.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) return stream.fd.Reset();
      const std::size_t room = limits_.output_bytes - stream.bytes.size();
      stream.bytes.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
      output_cut_ = output_cut_ || static_cast<std::size_t>(got) > room;
    }
  }

  UniqueFd in_;
  Stream out_;
  Stream err_;
  std::string_view input_;
  bool output_cut_ = false;
  const RunLimits& limits_;
};

}  // namespace

RunResult RunProgram(ChildRequest request, const std::string& input, const RunLimits& limits) {
  const IgnoreBrokenPipes ignore;
  const Stopwatch watch;
  std::array<Pipe, 3> pipes;
  for (Pipe& pipe : pipes) {
    auto made = MakePipe();
    if (!made) return {NotStarted{"pipe", made.error().code}, {}, {}, watch.ElapsedMs(), false};
    pipe = *std::move(made);
  }
  request.stdin_fd = pipes[0].read.get();
  request.stdout_fd = pipes[1].write.get();
  request.stderr_fd = pipes[2].write.get();
  auto started = Child::Start(request);
  if (const auto* failed = std::get_if<NotStarted>(&started)) return {*failed, {}, {}, watch.ElapsedMs(), false};
  pipes[0].read.Reset();
  pipes[1].write.Reset();
  pipes[2].write.Reset();

  Pump pump(std::move(pipes[0].write), std::move(pipes[1].read), std::move(pipes[2].read), input, limits);
  const Ending ending = pump.RunToEnd(std::get<Child>(started));
  return {ending, pump.TakeOut(), pump.TakeErr(), watch.ElapsedMs(), pump.output_cut()};
}

}  // namespace harness
