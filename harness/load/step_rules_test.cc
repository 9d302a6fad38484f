// SPDX-License-Identifier: Apache-2.0
#include "harness/load/step_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/load/scenario_loader.h"

namespace harness {
namespace {

using testing::HasSubstr;

struct Line {
  std::string step;
  std::string expect;
};

// What is wrong with a scenario of these steps, the first of which stands on line 3 of the file (behind the
// stage, if any).
std::string Problems(const std::vector<Line>& lines, const std::string& stage = "") {
  std::string text = "title: t\nwhy: w\n" + stage + "steps:\n";
  for (const Line& line : lines) text += "- " + line.step + "\n  expect: " + line.expect + "\n";
  const auto loaded = ParseScenario(text, "f", "id");
  std::string messages;
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) messages += Describe(problem) + "\n";
  }
  return messages;
}

const Line kAlive = {"file.write: ${workspace}/alive.txt", "allowed"};
constexpr char kTwice[] = "no witness outside could tell the two apart";

TEST(StepRules, WantAPositiveControlBesideADenial) {
  EXPECT_THAT(Problems({{"file.read: ${outside}/secret.txt", "denied"}}),
              HasSubstr("f:4:3: a step that expects denied needs"));
  EXPECT_THAT(
      Problems({{"file.read: ${outside}/secret.txt", "denied"}, {"proc.daemon: ${workspace}/b", "absent"}}),
      HasSubstr("needs a positive control"));
  EXPECT_EQ(Problems({{"file.read: ${outside}/secret.txt", "denied"}, kAlive}), "");
  EXPECT_EQ(Problems({{"proc.exit: 0", "{exit: 0}"}}), "");
}

TEST(StepRules, WaitUntilEveryStepIsGood) {
  EXPECT_EQ(Problems({{"file.read: ${outside}/secret.txt", "denied"}, {"file.write: /a", "alowed"}}),
            "f:7:11: unknown expectation 'alowed' (did you mean 'allowed'?)\n");
}

TEST(StepRules, WantARunningLaunchBeforeWhatEndsOne) {
  EXPECT_EQ(Problems({kAlive, {"session.kill:", "allowed"}}), "");
  EXPECT_THAT(Problems({{"session.kill:", "allowed"}}), HasSubstr("f:4:3: session.kill is about the launch before it"));
  EXPECT_THAT(Problems({kAlive, {"session.kill:", "allowed"}, {"session.timeout:", "allowed"}}), HasSubstr("f:8:3: session.timeout"));
  EXPECT_THAT(Problems({{"proc.exit: 0", "{exit: 0}"}, {"session.abandon:", "allowed"}}), HasSubstr("f:6:3: session.abandon"));
  EXPECT_EQ(Problems({{"session.cancel: starting", "allowed"}}), "");
}

TEST(StepRules, WantSessionsAndLaunchesThatThereAre) {
  EXPECT_THAT(Problems({{"session.open: mian", "allowed"}}), HasSubstr("no session is called 'mian' (did you mean 'main'?)"));
  EXPECT_EQ(Problems({{"session.open: second", "allowed"}}, "sessions:\n- name: second\n"), "");
  EXPECT_THAT(Problems({{"session.start:", "allowed"}}, "sessions:\n- name: main\n"), HasSubstr("two sessions 'main'"));
  EXPECT_THAT(Problems({{"session.signal: SIGTERM", "allowed"}}), HasSubstr("there is none"));
  EXPECT_EQ(Problems({{"session.start:", "allowed"}, {"session.signal: SIGTERM", "allowed"}}), "");
  EXPECT_THAT(Problems({{"session.start:", "refused"}, {"session.close:", "refused"}}),
              HasSubstr("f:7:11: a session.close step can expect only allowed"));
  EXPECT_THAT(Problems({{"session.start:", "allowed"}}, "sessions:\n- name: Second\n"),
              HasSubstr("a session's name must be lower-case letters"));
}

TEST(StepRules, WantSurfacesThatCanCarryTheSteps) {
  EXPECT_EQ(Problems({kAlive}, "surfaces: [file, tool]\n"), "");
  EXPECT_THAT(Problems({kAlive}, "surfaces: [http]\n"), HasSubstr("f:3:11: surface http has no call for file.write"));
  EXPECT_THAT(Problems({{"session.start:", "allowed"}}, "surfaces: [child]\n"), HasSubstr("surface child cannot carry session.start"));
}

TEST(StepRules, WantFaultsFirstAndDenialsBesideThem) {
  const Line fault = {"fault.missing: ${runtime}", "refused"};
  const Line denied = {"file.write: ${outside}/x", "denied"};
  EXPECT_EQ(Problems({fault, denied}), "");
  EXPECT_EQ(Problems({fault, {"fault.namespaces: EPERM", "refused"}, denied}), "");
  EXPECT_THAT(Problems({denied, fault}),
              HasSubstr("f:6:3: fault.missing must stand before every step that is no fault"));
  EXPECT_THAT(Problems({fault, denied, kAlive}), HasSubstr("f:8:3: beside a fault"));
  EXPECT_THAT(Problems({fault}), HasSubstr("f:4:3: a fault needs a step that expects denied"));
}

TEST(StepRules, RefuseTwoStepsThatChangeTheSamePath) {
  const Line first = {"file.write: ${workspace}/a", "allowed"};
  EXPECT_THAT(Problems({first, {"file.unlink: ${workspace}/a", "allowed"}}),
              HasSubstr("f:6:3: file.unlink changes '${workspace}/a', as the step of line 4 does already"));
  EXPECT_THAT(Problems({first, {"file.rename: {from: /x, to: \"${workspace}/b/../a\"}", "allowed"}}),
              HasSubstr(kTwice));
  EXPECT_THAT(Problems({first, {"file.write: /proc/self/root${workspace}//a", "allowed"}}),
              HasSubstr(kTwice));
  EXPECT_THAT(Problems({{"file.rename: {from: /x, to: /x}", "allowed"}}),
              HasSubstr("as this step does already"));
  EXPECT_THAT(Problems({first, {"proc.daemon: ${workspace}/a", "absent"}}), HasSubstr(kTwice));
  EXPECT_EQ(
      Problems({first, {"file.write: ${workspace}/b", "allowed"}, {"file.read: ${workspace}/a", "allowed"}}),
      "");
}

TEST(StepRules, FollowTheLinksOfTheStage) {
  const std::string stage =
      "stage:\n- symlink: ${workspace}/exit\n  content: ${outside}\n- symlink: ${workspace}/hop\n  content: "
      "exit/secret.txt\n"
      "- symlink: /loop\n  content: /loop/x\n";
  const Line out = {"file.read: ${outside}/secret.txt", "allowed"};
  EXPECT_THAT(Problems({out, {"file.read: ${workspace}/exit/secret.txt", "allowed"}}, stage),
              HasSubstr(kTwice));
  EXPECT_THAT(Problems({out, {"file.mmap: ${workspace}/hop", "allowed"}}, stage), HasSubstr(kTwice));
  EXPECT_EQ(Problems({out, {"file.readlink: ${workspace}/hop", "allowed"}}, stage), "");
  EXPECT_EQ(Problems({out, {"file.read: /loop/y", "allowed"}}, stage), "");
  const Line write = {"file.overwrite: ${outside}/secret.txt", "allowed"};
  EXPECT_THAT(Problems({write, {"file.append: ${workspace}/hop", "allowed"}}, stage), HasSubstr(kTwice));
  EXPECT_EQ(Problems({write, {"file.unlink: ${workspace}/hop", "allowed"}}, stage), "");
}

TEST(StepRules, RefuseTwoReadsOfTheSameSecretInOneLaunch) {
  const Line read = {"file.read: /a", "allowed"};
  EXPECT_THAT(Problems({read, {"file.mmap: /a", "allowed"}}), HasSubstr("file.mmap reads '/a'"));
  EXPECT_THAT(Problems({read, {"file.copy: {from: /a, to: /b}", "allowed"}}), HasSubstr(kTwice));
  EXPECT_THAT(Problems({{"env.read: A", "allowed"}, {"env.read: A", "denied"}}),
              HasSubstr("reads the variable 'A'"));
  EXPECT_THAT(Problems({kAlive, {"proc.find:", "denied"}, {"proc.find:", "denied"}}), HasSubstr(kTwice));
  EXPECT_THAT(Problems({kAlive, {"proc.read: mem", "denied"}, {"proc.read: mem", "denied"}}), HasSubstr(kTwice));
  EXPECT_THAT(Problems({kAlive, {"ipc.make: semaphore", "absent"}, {"ipc.make: semaphore", "absent"}}), HasSubstr(kTwice));
  EXPECT_EQ(Problems({kAlive, {"proc.read: mem", "denied"}, {"proc.read: ptrace", "denied"}}), "");
  EXPECT_EQ(Problems({read, {"proc.exit: 0", "{exit: 0}"}, read}), "");
  EXPECT_EQ(Problems({read, {"stdio.echo: 5", "allowed"}, read}), "");
}

TEST(StepRules, RefuseWhatWitnessesOfAllLaunchesCannotTellApart) {
  const Line end = {"proc.exit: 0", "{exit: 0}"};
  EXPECT_THAT(Problems({kAlive, end, kAlive}), HasSubstr(kTwice));
  EXPECT_THAT(Problems({kAlive, {"proc.signal:", "denied"}, end, {"proc.signal:", "denied"}}),
              HasSubstr(kTwice));
  EXPECT_THAT(Problems({kAlive, {"proc.signal:", "denied"}, {"proc.signal: SIGTERM", "denied"}}),
              HasSubstr(kTwice));
  EXPECT_THAT(Problems({kAlive, {"net.knock: ${knock4}", "denied"}, {"net.connect: ${knock4}", "denied"}}),
              HasSubstr(kTwice));
}

}  // namespace
}  // namespace harness
