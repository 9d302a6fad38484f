// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/sentinel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

namespace harness {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kProbe[] = SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-probe";

Sentinel Start() {
  auto sentinel = Sentinel::Start(kProbe, std::nullopt);
  if (!sentinel) throw std::runtime_error(sentinel.error().message);
  return *std::move(sentinel);
}

TEST(Sentinel, TellsEverySignalThatWasSentBeforeItWasAsked) {
  Sentinel sentinel = Start();
  for (int round = 0; round < 200; ++round) {
    ::kill(sentinel.pid(), SIGUSR1);
    EXPECT_THAT(sentinel.TakeSignals().value(), ElementsAre(SIGUSR1));
  }
  EXPECT_THAT(sentinel.TakeSignals().value(), IsEmpty());
}

TEST(Sentinel, SurvivesSignalsThatEndAProgram) {
  Sentinel sentinel = Start();
  for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGPIPE, SIGSEGV}) ::kill(sentinel.pid(), number);
  EXPECT_EQ(sentinel.TakeSignals().value().size(), 5u);
}

TEST(Sentinel, IsKnownToBeDeadOnceItWasKilled) {
  Sentinel sentinel = Start();
  ::kill(sentinel.pid(), SIGKILL);
  EXPECT_FALSE(sentinel.TakeSignals());
}

}  // namespace
}  // namespace harness
