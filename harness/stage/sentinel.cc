// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/sentinel.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "harness/base/channel.h"
#include "harness/base/clock.h"
#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/stage/last_signal.h"

namespace harness {
namespace {

constexpr Milliseconds kPatience{5'000};

// A pid that no process in a small pid namespace of a sandbox's own can have (proc_sys_kernel(5), ns_last_pid), so that
// the sentinel's pid inside a sandbox names nobody else. Where that may not be asked for, any pid will do.
constexpr char kFarPid[] = "29999";

void WriteNextPid(const char* pid) {
  const UniqueFd fd(::open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
  if (fd && ::write(fd.get(), pid, std::char_traits<char>::length(pid)) < 0) return;
}

Result<void> WaitUntilReady(int signals) {
  pollfd ready = {signals, POLLIN, 0};
  char byte = 1;
  if (::poll(&ready, 1, static_cast<int>(kPatience.count())) <= 0 || ::read(signals, &byte, 1) != 1 || byte != 0) {
    return Fail("the sentinel did not become ready");
  }
  return {};
}

}  // namespace

Result<Sentinel> Sentinel::Start(const std::string& probe, const std::optional<Account>& account) {
  SANDPROOF_ASSIGN(Pipe in, MakePipe());
  SANDPROOF_ASSIGN(Pipe out, MakePipe());
  Secrets secrets{MakeNonce(), MakeNonce(), MakeNonce(), MakeNonce()};
  ChildRequest request{{probe, "sentinel", secrets.command_line}, {"SECRET=" + secrets.environment}, "/"};
  request.stdin_fd = in.read.get();
  request.stdout_fd = out.write.get();
  request.account = account;
  const bool own_namespace = ::getpid() == 1;
  if (own_namespace) WriteNextPid(kFarPid);
  auto started = Child::Start(request);
  if (own_namespace) WriteNextPid("2");
  if (const auto* failed = std::get_if<NotStarted>(&started)) {
    return Fail("cannot start the sentinel: " + Describe(Ending(*failed)));
  }
  out.write.Reset();
  SANDPROOF_TRY(WriteAll(in.write.get(), secrets.memory + " " + secrets.open + "\n"));
  SANDPROOF_TRY(WaitUntilReady(out.read.get()));
  ::fcntl(out.read.get(), F_SETFL, O_NONBLOCK);
  return Sentinel(std::get<Child>(std::move(started)), std::move(in.write), std::move(out.read), std::move(secrets));
}

Secret Sentinel::SecretIn(const std::string& what) const {
  if (what == "cmdline") return {"the sentinel's command line", secrets_.command_line};
  if (what == "environ") return {"the sentinel's environment", secrets_.environment};
  if (what == "fd" || what == "pidfd_getfd") return {"the sentinel's open file", secrets_.open};
  return {"the sentinel's memory", secrets_.memory};
}

Result<std::vector<int>> Sentinel::TakeSignals() {
  if (::kill(child_.pid(), kLastSignal) != 0) return FailErrno("the sentinel cannot be reached");
  std::vector<int> signals;
  const Deadline deadline = Deadline::In(kPatience);
  while (true) {
    pollfd told = {signals_.get(), POLLIN, 0};
    if (::poll(&told, 1, deadline.LeftMs()) == 0) return Fail("the sentinel does not answer");
    unsigned char number = 0;
    const ssize_t got = ::read(signals_.get(), &number, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return Fail("the sentinel has died");
    // Real-time signals are queued, so a second one of the same number is somebody else's and comes after ours.
    if (number == kLastSignal) return signals;
    signals.push_back(number);
  }
}

}  // namespace harness
