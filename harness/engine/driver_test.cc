// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/driver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "harness/adapter/execute.h"

namespace harness {
namespace {

std::unique_ptr<Process> Shell(const char* script) {
  SessionRequest request;
  request.stage.workspace = "/";
  request.dies_with_caller = false;
  return Execute(request, {Surface::kExec, {"/bin/sh", "-c", script}, Milliseconds(60'000)}, {"/bin/sh", "-c", script},
                 {"PATH=/usr/bin:/bin"});
}

bool HasLine(const std::string& out) { return out.find('\n') != std::string::npos; }

TEST(Driver, HandsOnWhatTheLaunchPrintsAndLeavesItRunningWhenItIsKilled) {
  auto driver = Driver::Start([] { return Shell("echo $$; exec sleep 60"); });
  ASSERT_TRUE(driver);
  ASSERT_TRUE(driver->ListenUntil(HasLine, Deadline::In(Milliseconds(10'000))));
  const pid_t launch = std::stoi(driver->out());
  driver->Kill();
  EXPECT_EQ(::kill(launch, 0), 0);
  ::kill(launch, SIGKILL);
}

TEST(Driver, StopsListeningWhenThereIsNothingMoreToCome) {
  auto driver = Driver::Start([]() -> std::unique_ptr<Process> { return nullptr; });
  ASSERT_TRUE(driver);
  EXPECT_FALSE(driver->ListenUntil(HasLine, Deadline::In(Milliseconds(10'000))));
}

}  // namespace
}  // namespace harness
