// SPDX-License-Identifier: Apache-2.0
#include "harness/process/terminal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "harness/process/run.h"

namespace harness {
namespace {

using testing::HasSubstr;

ChildRequest Shell(const std::string& script) { return {{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}}; }

RunningProgram OnTerminal(const std::string& script, TerminalSize size = {33, 101}) {
  return std::get<RunningProgram>(RunningProgram::Start(Shell(script), {}, size));
}

auto Has(const std::string& text) {
  return [text](const std::string& out) { return out.find(text) != std::string::npos; };
}

TEST(Terminal, HasTheSizeThatItWasMadeWith) {
  EXPECT_THAT(OnTerminal("stty size").Finish().out, HasSubstr("33 101"));
}

TEST(Terminal, TellsTheProgramInItsForegroundOfANewSize) {
  RunningProgram program = OnTerminal("trap 'stty size; exit 7' WINCH; echo ready; while :; do read line; done");
  ASSERT_TRUE(program.PumpUntil(Has("ready"), Deadline::In(Milliseconds(10'000))));
  ASSERT_TRUE(program.Resize({40, 120}));
  const RunResult result = program.Finish();
  EXPECT_THAT(result.out, HasSubstr("40 120"));
  EXPECT_EQ(result.ending, Ending(Exited{7}));
}

TEST(Terminal, TurnsAControlCharacterIntoASignal) {
  RunningProgram program = OnTerminal("echo ready; exec sleep 60");
  ASSERT_TRUE(program.PumpUntil(Has("ready"), Deadline::In(Milliseconds(10'000))));
  program.Write("\x03");
  EXPECT_EQ(program.Finish().ending, Ending(Signaled{SIGINT}));
}

TEST(Terminal, ShowsWhatIsLeftUnreadAndOnlyThat) {
  RunningProgram reader = OnTerminal("echo ready; read line; echo got $line");
  ASSERT_TRUE(reader.PumpUntil(Has("ready"), Deadline::In(Milliseconds(10'000))));
  reader.Write("one\ntwo\n");
  const RunResult result = reader.Finish();
  EXPECT_THAT(result.out, HasSubstr("got one"));
  EXPECT_EQ(result.unread, "two\n");
  EXPECT_EQ(OnTerminal("true").Finish().unread, "");
}

TEST(RunningProgram, IsSignalledAloneAndNotWithItsGroup) {
  auto program = std::get<RunningProgram>(RunningProgram::Start(Shell("sleep 60 & echo $! ; wait"), {}));
  ASSERT_TRUE(program.PumpUntil(Has("\n"), Deadline::In(Milliseconds(10'000))));
  const pid_t child = std::stoi(program.out());
  program.Signal(SIGKILL);
  EXPECT_EQ(program.Finish().ending, Ending(Signaled{SIGKILL}));
  EXPECT_EQ(::kill(child, 0), 0);
  ::kill(child, SIGKILL);
}

TEST(RunningProgram, TellsWhatCameOutWhileItRuns) {
  auto program = std::get<RunningProgram>(RunningProgram::Start(Shell("read a; echo first $a; read b; echo second $b"), {}));
  program.Write("1\n");
  ASSERT_TRUE(program.PumpUntil(Has("first 1"), Deadline::In(Milliseconds(10'000))));
  EXPECT_TRUE(program.Runs());
  program.Write("2\n");
  program.EndInput();
  EXPECT_THAT(program.Finish().out, HasSubstr("second 2"));
}

}  // namespace
}  // namespace harness
