// SPDX-License-Identifier: Apache-2.0
#include "harness/load/scenario_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/sha256.h"

namespace harness {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kHead[] = "title: t\nwhy: w\n";
constexpr char kAlive[] = "steps:\n- file.write: ${workspace}/alive.txt\n  expect: allowed\n";

Scenario Load(const std::string& text) {
  auto loaded = ParseScenario(text, "f", "area/name");
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) ADD_FAILURE() << Describe(problem);
    return {};
  }
  return std::get<Scenario>(loaded);
}

std::string Problems(const std::string& text) {
  const auto loaded = ParseScenario(text, "f", "area/name");
  std::string lines;
  if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *problems) lines += Describe(problem) + "\n";
  }
  return lines;
}

// What is wrong with one step; a good step stands behind it, on line 5 and after.
std::string StepProblems(const std::string& step) {
  return Problems(kHead + ("steps:\n" + step) + "- file.write: ${workspace}/alive.txt\n  expect: allowed\n");
}

TEST(ScenarioLoader, ReadsEveryKey) {
  const std::string text = std::string(kHead) +
                           "refs: [CVE-2023-1]\npack: core\nneeds: [network.none]\nsurfaces: [shell, exec]\n"
                           "programs: [git]\nworkspace: ${home}/a b\n"
                           "policy: {network: open}\nproject: {limits: {pids: 3}}\ntimeout: 500ms\n"
                           "stage:\n- symlink: ${workspace}/out\n  content: ${outside}\n- variable: TOKEN\n" +
                           kAlive;
  const Scenario scenario = Load(text);
  EXPECT_EQ(scenario.id, "area/name");
  EXPECT_EQ(scenario.Family(), "area");
  EXPECT_EQ(scenario.file, "f");
  EXPECT_EQ(scenario.sha256, Sha256(text));
  EXPECT_EQ(scenario.title + scenario.why + scenario.pack, "twcore");
  EXPECT_THAT(scenario.refs, ElementsAre("CVE-2023-1"));
  EXPECT_THAT(scenario.needs, ElementsAre("network.none"));
  EXPECT_THAT(scenario.surfaces, ElementsAre(Surface::kShell, Surface::kExec));
  EXPECT_THAT(scenario.programs, ElementsAre("git"));
  EXPECT_EQ(scenario.workspace, "${home}/a b");
  EXPECT_EQ(scenario.timeout, Milliseconds(500));
  ASSERT_EQ(scenario.stage.size(), 2u);
  EXPECT_EQ(scenario.stage[0].kind, StageItem::Kind::kSymlink);
  EXPECT_EQ(scenario.stage[0].content, "${outside}");
  EXPECT_EQ(scenario.stage[1].path, "TOKEN");
  EXPECT_EQ(scenario.stage[1].place.line, 15);
}

TEST(ScenarioLoader, LaysTheProjectOverACopyOfThePolicy) {
  const Scenario scenario =
      Load(kHead + std::string("policy: {network: open}\nproject: {limits: {pids: 3}}\n") + kAlive);
  ASSERT_TRUE(scenario.project);
  EXPECT_EQ(scenario.project->network.mode, Network::Mode::kOpen);
  EXPECT_EQ(scenario.project->limits.pids, 3u);
  EXPECT_FALSE(scenario.policy.limits.pids);
  EXPECT_FALSE(Load(kHead + std::string(kAlive)).project);
}

TEST(ScenarioLoader, ReadsTheThreeFormsOfAVerbsValue) {
  const Scenario scenario =
      Load(kHead + std::string(kAlive) +
           "- file.write: {path: /a, content: ''}\n  expect: {denied: EROFS}\n"
           "- proc.signal:\n  expect: denied\n- proc.die: SIGKILL\n  expect: {signal: SIGKILL}\n"
           "- proc.exit: 42\n  expect: {exit: 42}\n");
  ASSERT_EQ(scenario.steps.size(), 5u);
  EXPECT_EQ(scenario.steps[0].arguments.at("path"), "${workspace}/alive.txt");
  EXPECT_EQ(scenario.steps[0].place.line, 4);
  EXPECT_EQ(scenario.steps[0].place.column, 3);
  EXPECT_EQ(scenario.steps[1].arguments.at("content"), "");
  EXPECT_EQ(scenario.steps[1].expect, (Expectation{Expectation::Kind::kDenied, 0, "EROFS"}));
  EXPECT_TRUE(scenario.steps[2].arguments.empty());
  EXPECT_EQ(scenario.steps[3].expect, (Expectation{Expectation::Kind::kSignal, 9, ""}));
  EXPECT_EQ(scenario.steps[4].expect, (Expectation{Expectation::Kind::kExit, 42, ""}));
}

TEST(ScenarioLoader, WantsPromisesThatThereAre) {
  EXPECT_EQ(Problems("title: t\nwhy: w\nneeds: [network.non]\nsteps:\n- file.write: ${workspace}/x\n  expect: allowed\n"),
            "f:3:9: no sandbox can promise 'network.non' (did you mean 'network.none'?); sandproof list capabilities has all "
            "that there is\n");
}

TEST(ScenarioLoader, FindsEveryProblemOfAFileInItsOrder) {
  EXPECT_EQ(
      Problems("titel: t\nwhy: \ntimeout: 5\nsurfaces: [exce]\nneeds: [x]\npack: A\n"
               "steps:\n- htp.get: http://evil.test/\n  expect: denied\n- file.read: x\n  expect: alowed\n"),
      "f:1:1: unknown key 'titel' (did you mean 'title'?)\n"
      "f:1:1: the key 'title' is missing\n"
      "f:2:1: 'why' must be a text, not empty\n"
      "f:3:10: 'timeout' must be a duration such as 10s or 500ms, at most 3600s, not '5'\n"
      "f:4:12: unknown surface 'exce' (did you mean 'exec'?)\n"
      "f:5:9: 'needs[]' must be a capability: lower-case words joined by dots, such as network.none, not "
      "'x'\n"
      "f:6:7: 'pack' must be a pack's name: lower-case letters, digits and '-', a letter first, not 'A'\n"
      "f:8:3: unknown verb 'htp.get' (did you mean 'http.get'?)\n"
      "f:10:14: 'file.read.path' must be an absolute path, or start with a directory of the stage such as "
      "${workspace}, not 'x'\n"
      "f:11:11: unknown expectation 'alowed' (did you mean 'allowed'?)\n");
}

TEST(ScenarioLoader, RefusesFilesThatAreNoScenario) {
  EXPECT_EQ(Problems(""), "f:1:1: the file must be a mapping, not empty\n");
  EXPECT_EQ(Problems("- a\n"), "f:1:1: the file must be a mapping, not a list\n");
  EXPECT_THAT(Problems(kHead), HasSubstr("the key 'steps' is missing"));
  EXPECT_THAT(Problems(kHead + std::string("steps: []\n")), HasSubstr("'steps' must hold at least one step"));
  EXPECT_THAT(Problems(kHead + std::string("steps: {}\n")),
              HasSubstr("'steps' must be a list, not a mapping"));
  EXPECT_THAT(Problems(kHead + std::string("repetitions: 3\n") + kAlive), HasSubstr("unknown key 'repetitions'"));
  EXPECT_THAT(Problems(kHead + std::string("repeat: 0\n") + kAlive), HasSubstr("'repeat'"));
  EXPECT_THAT(Problems(kHead + std::string("surfaces: []\n") + kAlive),
              HasSubstr("'surfaces' must not be empty"));
  EXPECT_THAT(Problems("title: \"a\\nb\"\nwhy: w\n" + std::string(kAlive)),
              HasSubstr("'title' must be one line"));
}

TEST(ScenarioLoader, RefusesPlacesWhereNoWorkspaceCanBe) {
  for (const char* place : {"/home/x", "${outside}/x", "${workspace}/x", "${home}", "${home}/", "${home}/a/../b", "/tmp", "x"}) {
    EXPECT_THAT(Problems(kHead + std::string("workspace: ") + place + "\n" + kAlive),
                HasSubstr("f:3:12: 'workspace' must be a plain path below ${home}, ${tmp}, ${elsewhere} or /tmp"))
        << place;
  }
  EXPECT_THAT(Problems(kHead + std::string("workspace: ${home}/${nonce}\n") + kAlive), HasSubstr("has no value here"));
  EXPECT_THAT(Problems(kHead + std::string("programs: [/usr/bin/git]\n") + kAlive), HasSubstr("without a folder"));
}

TEST(ScenarioLoader, RefusesStepsThatAreNoSteps) {
  for (const auto& [step, message] : std::vector<std::pair<std::string, std::string>>{
           {"- file.read\n", "f:4:3: a step must be a mapping of a verb and 'expect', not a text"},
           {"- expect: denied\n", "f:4:3: the step has no verb"},
           {"- file.read: /a\n", "f:4:3: the step has no 'expect'"},
           {"- file.read: /a\n  file.list: /b\n  expect: denied\n",
            "f:5:3: a second verb, 'file.list', in one step"},
           {"- file.read: [/a]\n  expect: denied\n",
            "must be a text or a mapping of its arguments, not a list"},
           {"- file.read:\n  expect: denied\n", "the key 'file.read.path' is missing"},
           {"- file.rename: /a\n  expect: denied\n", "the key 'file.rename.to' is missing"},
           {"- file.rename: {from: /a}\n  expect: denied\n", "the key 'file.rename.to' is missing"},
           {"- file.read: {path: /a, mode: 7}\n  expect: denied\n", "unknown key 'mode' in 'file.read'"},
           {"- proc.find: x\n  expect: denied\n", "'proc.find' has no arguments"},
           {"- file.symlink: {path: /a, target: ''}\n  expect: denied\n",
            "'file.symlink.target' must not be empty"},
           {"- file.read: ''\n  expect: denied\n", "'file.read.path' must not be empty"}}) {
    EXPECT_THAT(StepProblems(step), HasSubstr(message)) << step;
  }
}

TEST(ScenarioLoader, RefusesArgumentsOfTheWrongType) {
  for (const auto& [step, message] : std::vector<std::pair<std::string, std::string>>{
           {"- file.read: ${worspace}/a\n  expect: denied\n",
            "'${worspace}' is not defined (did you mean 'workspace'?)"},
           {"- file.read: ${workspace\n  expect: denied\n", "'${' without '}'"},
           {"- file.read: ${runtime}\n  expect: denied\n", "only as the whole program of fault.missing"},
           {"- http.get: https://a/\n  expect: denied\n", "'http.get.url' must be a URL"},
           {"- net.connect: a\n  expect: denied\n", "'net.connect.to' must be host:port"},
           {"- file.chmod: {path: /a, mode: 0888}\n  expect: denied\n", "must be an octal file mode"},
           {"- file.chmod: {path: /a, mode: 10000}\n  expect: denied\n", "must be an octal file mode"},
           {"- stdio.echo: 4194305\n  expect: allowed\n", "must be a number from 0 to 4194304"},
           {"- proc.exit: 256\n  expect: {exit: 0}\n", "must be a number from 0 to 255"},
           {"- proc.signal: SIGNOPE\n  expect: denied\n", "must be the name of a signal"},
           {"- env.read: A-B\n  expect: denied\n", "must be the name of an environment variable"},
           {"- fault.missing: /bin/x\n  expect: refused\n", "without a folder, or ${runtime}"},
           {"- fault.namespaces: EWHAT\n  expect: refused\n", "must be the name of an errno"}}) {
    EXPECT_THAT(StepProblems(step), HasSubstr(message)) << step;
  }
}

TEST(ScenarioLoader, RefusesExpectationsThatAVerbCannotHave) {
  for (const auto& [step, message] : std::vector<std::pair<std::string, std::string>>{
           {"- file.read: /a\n  expect: refused\n",
            "f:5:11: a file.read step can expect only allowed or denied"},
           {"- file.read: /a\n  expect: {exit: 0}\n", "can expect only allowed or denied"},
           {"- stdio.echo: 1\n  expect: denied\n", "can expect only allowed"},
           {"- proc.daemon: /a\n  expect: denied\n", "can expect only absent"},
           {"- fault.missing: x\n  expect: denied\n", "can expect only refused"},
           {"- proc.exit: 3\n  expect: {exit: 4}\n", "must be the one that the step ends with, '3'"},
           {"- proc.exit: 3\n  expect: {signal: SIGTERM}\n", "can expect only exit"},
           {"- proc.die: SIGTERM\n  expect: {signal: SIGKILL}\n",
            "must be the one that the step dies of, 'SIGTERM'"},
           {"- proc.die: SIGTERM\n  expect: denied\n", "can expect only signal"},
           {"- file.read: /a\n  expect: exit\n", "'exit' needs a value"},
           {"- file.read: /a\n  expect: {}\n", "exactly one of denied, exit, signal"},
           {"- file.read: /a\n  expect: {denied: EPERM, exit: 1}\n", "exactly one of denied, exit, signal"},
           {"- file.read: /a\n  expect: {denied: EWHAT}\n", "must be the name of an errno"},
           {"- file.read: /a\n  expect: [denied]\n", "'expect' must be a text, not a list"},
           {"- file.read: /a\n  expect:\n", "'expect' must be a text, not empty"}}) {
    EXPECT_THAT(StepProblems(step), HasSubstr(message)) << step;
  }
}

TEST(ScenarioLoader, RefusesStageItemsThatAreNone) {
  for (const auto& [item, message] : std::vector<std::pair<std::string, std::string>>{
           {"- file: a", "f:4:9: 'stage[].file' must be an absolute path"},
           {"- fiel: /a", "unknown key 'fiel' in 'stage[]' (did you mean 'file'?)"},
           {"- content: x", "a stage item needs one of file, secret"},
           {"- {file: /a, secret: /b}", "'file' and 'secret' in one stage item"},
           {"- symlink: /a", "a symlink needs 'content'"},
           {"- {secret: /a, content: x}", "only a file and a symlink have 'content'"},
           {"- variable: A-B", "must be the name of an environment variable"},
           {"- open-socket: broken", "must be listening or connected"},
           {"- ipc: semaphore", "must be one of shared-memory, message-queue, posix-queue"},
           {"- ipc: shared-memory\n- ipc: shared-memory", "the stage makes 'shared-memory' twice"},
           {"- file: ${nonce}", "is made anew for each step"},
           {"- {file: /a, content: \"${x}\"}", "is not defined"},
           {"- {file: /a}\n- {secret: /a}", "f:5:4: the stage makes '/a' twice"},
           {"- file", "'stage[]' must be a mapping, not a text"}}) {
    EXPECT_THAT(Problems(kHead + ("stage:\n" + item) + "\n" + kAlive), HasSubstr(message)) << item;
  }
  EXPECT_THAT(Problems(kHead + std::string("stage: {}\n") + kAlive),
              HasSubstr("'stage' must be a list, not a mapping"));
}

TEST(ScenarioLoader, NamesTheFileThatCannotBeRead) {
  const auto loaded = LoadScenario("/nowhere/a.yaml", "a");
  const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
  ASSERT_NE(problems, nullptr);
  ASSERT_EQ(problems->size(), 1u);
  EXPECT_EQ(Describe(problems->front()),
            "/nowhere/a.yaml: cannot read /nowhere/a.yaml: No such file or directory");
}

TEST(Problem, MakesTheFileNamePrintable) {
  EXPECT_EQ(Describe(Problem{{"a\nb", 3, 4}, "m"}), "a\\x0ab:3:4: m");
  EXPECT_EQ(Describe(Problem{{"", 0, 0}, "m"}), "m");
}

}  // namespace
}  // namespace harness
