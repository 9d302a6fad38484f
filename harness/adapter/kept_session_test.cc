// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/kept_session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "harness/adapter/execute.h"

namespace harness {
namespace {

class PlainLauncher : public Launcher {
 public:
  std::unique_ptr<Process> Start(const LaunchRequest& launch) override {
    SessionRequest request;
    request.stage.workspace = "/";
    return Execute(request, launch, launch.argv, {"PATH=/usr/bin:/bin"});
  }
};

std::unique_ptr<Session> Open(std::optional<std::uint32_t> background = std::nullopt) {
  Policy policy;
  policy.limits.background = background;
  return Keep(std::make_unique<PlainLauncher>(), policy);
}

std::unique_ptr<Process> Sleep(Session& session, Surface surface) {
  return session.Start({surface, {"/bin/sleep", "60"}, Milliseconds(60'000)});
}

constexpr Surface kBackground = Surface::kBackground;

TEST(KeptSession, RefusesABackgroundLaunchBeyondItsLimit) {
  const auto session = Open(2);
  const auto one = Sleep(*session, kBackground);
  const auto two = Sleep(*session, kBackground);
  EXPECT_EQ(Sleep(*session, kBackground)->Finish().ending, Ending(NotStarted{"the limit on background launches", EAGAIN}));
  EXPECT_GT(Sleep(*session, Surface::kExec)->pid(), 0) << "the limit is not about launches that are waited for";
}

TEST(KeptSession, LetsThreeGoOnInTheBackgroundWhereThePolicyDoesNotSay) {
  const auto session = Open();
  std::vector<std::unique_ptr<Process>> running;
  for (int i = 0; i < 3; ++i) running.push_back(Sleep(*session, kBackground));
  for (const auto& one : running) EXPECT_GT(one->pid(), 0);
  EXPECT_EQ(Sleep(*session, kBackground)->pid(), -1);
}

TEST(KeptSession, CountsNeitherWhatHasEndedNorWhatWasLetGoOf) {
  const auto session = Open(1);
  auto ended = Sleep(*session, kBackground);
  ended->Signal(SIGKILL);
  EXPECT_EQ(ended->Finish().ending, Ending(Signaled{SIGKILL}));
  auto let_go_of = Sleep(*session, kBackground);
  EXPECT_GT(let_go_of->pid(), 0);
  let_go_of.reset();
  EXPECT_GT(Sleep(*session, kBackground)->pid(), 0);
}

TEST(KeptSession, EndsEverythingWhenItIsClosedAndStartsNothingMore) {
  const auto session = Open();
  const auto one = Sleep(*session, kBackground);
  const pid_t pid = one->pid();
  session->Close();
  EXPECT_FALSE(one->Runs());
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_EQ(one->Finish().ending, Ending(Signaled{SIGKILL}));
  EXPECT_EQ(Sleep(*session, Surface::kExec)->Finish().ending, Ending(NotStarted{"the session is closed", ESHUTDOWN}));
  session->Close();
}

}  // namespace
}  // namespace harness
