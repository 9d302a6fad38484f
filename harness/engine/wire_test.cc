// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/wire.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>

#include "harness/base/unique_fd.h"

namespace harness {
namespace {

CaseEvidence Sample() {
  CaseEvidence evidence;
  evidence.subject.launches.push_back({{"/p", "\xFF\x00x"}, NotStarted{"execve", 2}, 1.5, true, false, "err"});
  evidence.subject.steps.push_back({ProbeRecord{ProbeRecord::Result::kKilled, "open", 13, 31, "d"},
                                    {{"tree", Outcome::kHappened, "x"}}, ""});
  evidence.noop.steps.push_back({std::nullopt, {}, "dead"});
  evidence.noop.launches.push_back({{}, TimedOut{}, 0, false, false, ""});
  evidence.void_leg.launches.push_back({{}, Signaled{9}, 0, false, false, ""});
  evidence.subject.steps[0].value = std::string("\xFF\x00v", 3);
  evidence.subject.findings.push_back({Finding::Kind::kLeak, "l"});
  evidence.subject.session = {SessionEvidence::State::kRefused, "network", "why", {}};
  evidence.requested.network.mode = Network::Mode::kOpen;
  evidence.requested.limits.pids = 7;
  evidence.requested.limits.output_bytes = 8;
  evidence.requested.limits.files = 9;
  evidence.subject.launches.back().limit = "memory";
  evidence.subject.steps.back().limit = "memory";
  evidence.requested.environment.set["A"] = "b";
  return evidence;
}

TEST(Wire, BringsEvidenceAcrossUnchanged) {
  const CaseEvidence there = DecodeEvidence(Encode(Sample())).value();
  EXPECT_EQ(Encode(there), Encode(Sample()));
  EXPECT_EQ(there.subject.launches[0].argv[1], std::string("\xFF\x00x"));
  EXPECT_EQ(there.subject.launches[0].ending, Ending(NotStarted{"execve", 2}));
  EXPECT_EQ(there.subject.steps[0].probe->signal, 31);
  EXPECT_EQ(there.noop.steps[0].dead_witness, "dead");
  EXPECT_EQ(there.subject.steps[0].value, std::string("\xFF\x00v", 3));
  EXPECT_FALSE(there.noop.steps[0].value);
  EXPECT_EQ(there.requested, Sample().requested);
}

TEST(Wire, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(DecodeEvidence(""));
  EXPECT_FALSE(DecodeEvidence("\xFF\xFF"));
  EXPECT_FALSE(DecodeReady(Encode(Sample())));
}

TEST(MessageReader, PutsMessagesTogetherAgain) {
  std::array<int, 2> ends;
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const UniqueFd a(ends[0]);
  UniqueFd b(ends[1]);
  ASSERT_TRUE(SendMessage(b.get(), "one"));
  ASSERT_TRUE(SendMessage(b.get(), std::string(70'000, 'x')));
  b.Reset();
  MessageReader reader;
  while (reader.ReadSome(a.get())) continue;
  EXPECT_EQ(reader.TakeMessage(), "one");
  EXPECT_EQ(reader.TakeMessage(), std::string(70'000, 'x'));
  EXPECT_EQ(reader.TakeMessage(), std::nullopt);
}

}  // namespace
}  // namespace harness
