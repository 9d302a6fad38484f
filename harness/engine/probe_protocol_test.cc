// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/probe_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace harness {
namespace {

using testing::ElementsAre;

TEST(ProbeCommand, SeparatesStepsByALoneDoubleDash) {
  EXPECT_THAT(ProbeCommand({"/n", "/p"}, "tok", {{"a:80", "127.0.0.1:9"}}, {}, {{"file.read", {{"path", "/x y"}}}, {"proc.find", {}}}),
              ElementsAre("/n", "/p", "run", "tok", "--resolve", "a:80=127.0.0.1:9", "--", "file.read", "path=/x y", "--",
                          "proc.find"));
}

TEST(ParseProbeOutput, ReadsRecordsAndIgnoresEverythingWithoutTheToken) {
  const ProbeOutput output = ParseProbeOutput(
      "motd\nT {\"hello\":1}\nother {\"step\":0,\"result\":\"done\"}\nT {\"begin\":0,\"verb\":\"file.read\"}\n"
      "T {\"step\":0,\"result\":\"failed\",\"call\":\"open\",\"errno\":13,\"data\":\"aGk=\"}\nT {\"end\":1}\n",
      "T", 1);
  EXPECT_TRUE(output.token_came_back);
  EXPECT_TRUE(output.finished);
  EXPECT_TRUE(output.answers[0].begun);
  EXPECT_EQ(output.answers[0].record->errno_number, 13);
  EXPECT_EQ(output.answers[0].data, "hi");
}

TEST(ParseProbeOutput, ReturnsTheRawBytesOfAnEcho) {
  const std::string bytes("x\ny\0\nT z", 8);
  const ProbeOutput output = ParseProbeOutput(
      "T {\"begin\":0}\n" + bytes + "\nT {\"step\":0,\"result\":\"done\"}\nT {\"end\":1}\n", "T", 1);
  EXPECT_EQ(output.answers[0].raw, bytes);
}

TEST(ParseProbeOutput, TreatsSilenceAndNonsenseAsNotThere) {
  EXPECT_FALSE(ParseProbeOutput("", "T", 1).token_came_back);
  EXPECT_FALSE(ParseProbeOutput("T {\"step\":", "T", 1).token_came_back);
  EXPECT_FALSE(ParseProbeOutput("T {\"step\":7,\"result\":\"done\"}\n", "T", 1).answers[0].record);
  EXPECT_FALSE(ParseProbeOutput("T {\"step\":0,\"result\":\"denied\"}\n", "T", 1).answers[0].record);
  EXPECT_FALSE(ParseProbeOutput("T {\"end\":3}\n", "T", 1).finished);
  EXPECT_FALSE(ParseProbeOutput("say T {\"step\":0,\"result\":\"done\"}\n", "T", 1).token_came_back);
}

}  // namespace
}  // namespace harness
