// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/driver.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "harness/base/channel.h"

namespace harness {
namespace {

// Longer than any case goes on.
constexpr Milliseconds kLongestHold{60'000};

void HandOn(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno != EINTR) return;
    if (done > 0) bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

[[noreturn]] void Hold(const std::function<std::unique_ptr<Process>()>& start, int output) {
  const std::unique_ptr<Process> process = start();
  const Deadline deadline = Deadline::In(kLongestHold);
  std::size_t handed_on = 0;
  while (process != nullptr && process->Runs() && !deadline.Passed()) {
    process->PumpUntil([handed_on](const std::string& out) { return out.size() > handed_on; }, deadline);
    HandOn(output, std::string_view(process->Out()).substr(handed_on));
    handed_on = process->Out().size();
  }
  // What it holds is not its own: no destructor may run in this copy.
  ::_exit(0);
}

}  // namespace

Result<Driver> Driver::Start(const std::function<std::unique_ptr<Process>()>& start) {
  SANDPROOF_ASSIGN(Pipe pipe, MakePipe());
  const pid_t pid = ::fork();
  if (pid < 0) return FailErrno("cannot fork");
  if (pid == 0) Hold(start, pipe.write.get());
  return Driver(pid, std::move(pipe.read));
}

Driver::Driver(Driver&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), output_(std::move(other.output_)), out_(std::move(other.out_)) {}

Driver::~Driver() { Kill(); }

bool Driver::ListenUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline) {
  std::array<char, 65536> buffer;
  while (!enough(out_) && output_ && !deadline.Passed()) {
    pollfd waiting = {output_.get(), POLLIN, 0};
    if (::poll(&waiting, 1, deadline.LeftMs()) <= 0) continue;
    const ssize_t got = ::read(output_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) output_.Reset();
    if (got > 0) out_.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return enough(out_);
}

void Driver::Kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
}

}  // namespace harness
