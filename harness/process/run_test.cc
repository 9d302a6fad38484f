// SPDX-License-Identifier: Apache-2.0
#include "harness/process/run.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "harness/base/nonce.h"

namespace harness {
namespace {

ChildRequest Shell(const std::string& script) { return {{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}}; }

RunResult RunShell(const std::string& script, const std::string& input = {}) { return RunProgram(Shell(script), input, {}); }

TEST(RunProgram, BringsBackExitCodesAndSignals) {
  EXPECT_EQ(RunShell("exit 0").ending, Ending(Exited{0}));
  EXPECT_EQ(RunShell("exit 255").ending, Ending(Exited{255}));
  EXPECT_EQ(RunShell("kill -TERM $$").ending, Ending(Signaled{SIGTERM}));
  EXPECT_EQ(RunShell("kill -KILL $$").ending, Ending(Signaled{SIGKILL}));
}

TEST(RunProgram, KeepsTheStreamsApart) {
  const RunResult result = RunShell("echo out; echo err >&2");
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
}

TEST(RunProgram, CarriesManyBinaryBytesThrough) {
  const std::string bytes = RandomBytes(std::size_t{1} << 20);
  EXPECT_EQ(RunShell("cat", bytes).out, bytes);
}

TEST(RunProgram, SurvivesAProgramThatReadsNothing) {
  EXPECT_EQ(RunShell("exec <&-; exit 3", RandomBytes(std::size_t{1} << 20)).ending, Ending(Exited{3}));
}

TEST(RunProgram, DropsWhatComesAfterTheOutputLimit) {
  RunLimits limits;
  limits.output_bytes = 1000;
  const RunResult result = RunProgram(Shell("head -c 300000 /dev/zero"), {}, limits);
  EXPECT_EQ(result.out.size(), 1000u);
  EXPECT_TRUE(result.output_cut);
  EXPECT_FALSE(RunShell("echo x").output_cut);
  EXPECT_EQ(result.ending, Ending(Exited{0}));
}

TEST(RunProgram, EndsAProgramThatPrintsMoreThanItMay) {
  RunLimits limits;
  limits.most_output_bytes = 1000;
  const RunResult result = RunProgram(Shell("exec cat /dev/zero"), {}, limits);
  EXPECT_EQ(result.ending, Ending(Signaled{SIGKILL}));
  EXPECT_EQ(result.limit, "output");
  EXPECT_LE(result.out.size(), 1000u + 65536u);
  EXPECT_EQ(RunShell("echo x").limit, "");
}

TEST(RunProgram, EndsAProgramWhoseProcessorTimeIsUsedUp) {
  RunLimits limits;
  int looks = 0;
  limits.cpu_time_left = [&looks] { return Milliseconds(++looks > 3 ? 0 : 1); };
  const RunResult result = RunProgram(Shell("exec sleep 100"), {}, limits);
  EXPECT_EQ(result.ending, Ending(Signaled{SIGKILL}));
  EXPECT_EQ(result.limit, "cpu");
}

TEST(RunProgram, LimitsTheDescriptorsOfAProgram) {
  if (!CanLimitDescriptors()) GTEST_SKIP() << "this system cannot";
  ChildRequest request = Shell("ulimit -n; ulimit -H -n");
  request.descriptors = 32;
  EXPECT_EQ(RunProgram(request, {}, {}).out, "32\n32\n");
}

TEST(RunProgram, StartsNothingOutsideOfItsGroup) {
  ChildRequest request = Shell("true");
  request.groups = {"/nowhere/cgroup.procs"};
  EXPECT_EQ(RunProgram(request, {}, {}).ending, Ending(NotStarted{"cgroup", ENOENT}));
}

TEST(RunProgram, SaysWhichStepOfTheStartFailed) {
  ChildRequest request = Shell("true");
  request.argv[0] = "/nowhere/sh";
  EXPECT_EQ(RunProgram(request, {}, {}).ending, Ending(NotStarted{"execve", ENOENT}));
  request = Shell("true");
  request.cwd = "/nowhere";
  EXPECT_EQ(RunProgram(request, {}, {}).ending, Ending(NotStarted{"chdir", ENOENT}));
}

TEST(RunProgram, EndsAtTheDeadlineAndKillsTheGroup) {
  RunLimits limits;
  limits.wall = Milliseconds(50);
  const RunResult result = RunProgram(Shell("sleep 100 & echo $!; wait"), {}, limits);
  EXPECT_EQ(result.ending, Ending(TimedOut{}));
  // Gone, or a zombie that nobody has reaped yet.
  const pid_t sleeper = std::stoi(result.out);
  const std::string exe = "/proc/" + std::to_string(sleeper) + "/exe";
  std::array<char, 8> buffer;
  while (::kill(sleeper, 0) == 0 && ::readlink(exe.c_str(), buffer.data(), buffer.size()) > 0) std::this_thread::yield();
  EXPECT_NE(::readlink(exe.c_str(), buffer.data(), buffer.size()), 8);
}

TEST(RunProgram, DoesNotWaitForADescendantThatHoldsThePipes) {
  const Stopwatch watch;
  const RunResult result = RunShell("sleep 5 & echo $!");
  EXPECT_EQ(result.ending, Ending(Exited{0}));
  ::kill(std::stoi(result.out), SIGKILL);
  EXPECT_LT(watch.ElapsedMs(), 4000);
}

TEST(RunProgram, IsCalledOffWhenTheOtherEndCloses) {
  std::array<int, 2> ends;
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  UniqueFd mine(ends[0]);
  UniqueFd other(ends[1]);
  other.Reset();
  RunLimits limits;
  limits.cancel_fd = mine.get();
  EXPECT_EQ(RunProgram(Shell("sleep 100"), {}, limits).ending, Ending(TimedOut{}));
}

TEST(RunProgram, GivesTheProgramNothingButItsThreeDescriptors) {
  UniqueFd inherited(::open("/etc/passwd", O_RDONLY));
  ASSERT_GE(::fcntl(inherited.get(), F_DUPFD, 50), 50);
  const RunResult result = RunShell("ls /proc/self/fd | tr '\\n' ' '");
  // ls itself opens one to read the directory.
  EXPECT_EQ(result.out, "0 1 2 3 ");
}

TEST(RunProgram, GivesTheProgramWhatItIsToInheritAndNothingElse) {
  const UniqueFd first(::open("/etc/passwd", O_RDONLY | O_CLOEXEC));
  const UniqueFd other(::open("/etc/passwd", O_RDONLY | O_CLOEXEC));
  const UniqueFd second(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ChildRequest request = Shell("ls -d /proc/self/fd/20 /proc/self/fd/21 && ls /proc/self/fd/21/etc/passwd && ls /proc/self/fd | wc -l");
  request.inherited = {first.get(), second.get()};
  const RunResult result = RunProgram(request, {}, {});
  EXPECT_EQ(result.out, "/proc/self/fd/20\n/proc/self/fd/21\n/proc/self/fd/21/etc/passwd\n6\n");
}

TEST(RunProgram, GivesTheProgramTheEnvironmentOfTheRequestAndNoOther) {
  ChildRequest request = {{"/usr/bin/env"}, {"ONLY=this"}};
  EXPECT_EQ(RunProgram(request, {}, {}).out, "ONLY=this\n");
}

TEST(Child, DiesWithItsOwner) {
  pid_t pid = 0;
  {
    auto started = Child::Start(Shell("sleep 100"));
    pid = std::get<Child>(started).pid();
    EXPECT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Child, KeepsItsEndingOnceItWasReaped) {
  auto started = Child::Start(Shell("exit 5"));
  Child& child = std::get<Child>(started);
  EXPECT_EQ(child.Wait(Deadline::In(Milliseconds(10'000))), Ending(Exited{5}));
  EXPECT_EQ(child.Wait(Deadline::In(Milliseconds(10'000))), Ending(Exited{5}));
  EXPECT_EQ(child.Kill(), Ending(Exited{5}));
}

TEST(Child, BecomesAnotherAccount) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become someone else";
  ChildRequest request = {{"/usr/bin/id"}, {}};
  request.account = Account{65534, 65534};
  const std::string out = RunProgram(request, {}, {}).out;
  EXPECT_NE(out.find("uid=65534"), std::string::npos) << out;
  EXPECT_EQ(out.find("(root)"), std::string::npos) << out;
}

}  // namespace
}  // namespace harness
