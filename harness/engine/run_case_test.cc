// SPDX-License-Identifier: Apache-2.0
//
// Cases with everything real but the adapter: what the engine makes of dead servers, missing controls, silent launches,
// leaks beside the steps, and workers that die or hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "harness/base/nonce.h"
#include "harness/engine/endpoints.h"
#include "harness/engine/leg.h"
#include "harness/engine/run_suite.h"
#include "harness/judge/judge.h"
#include "harness/process/run.h"
#include "harness/testing/scripted_adapter.h"

namespace harness {
namespace {

namespace fs = std::filesystem;
using harness_testing::Behaviour;
using harness_testing::DoNothing;
using harness_testing::RunPlainly;
using harness_testing::ScriptedAdapter;
using testing::HasSubstr;

const Tools kTools = {SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-probe",
                      SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-fault"};

Step MakeStep(const char* verb, std::map<std::string, std::string> arguments, Expectation::Kind expect) {
  Step step;
  step.verb = FindVerb(verb);
  step.arguments = std::move(arguments);
  step.expect.kind = expect;
  return step;
}

Scenario OutsideWrite() {
  Scenario scenario;
  scenario.id = "test/outside-write";
  scenario.steps = {MakeStep("file.write", {{"path", "${outside}/x"}}, Expectation::Kind::kDenied)};
  return scenario;
}

Scenario OutsideRequest() {
  Scenario scenario;
  scenario.id = "test/outside-request";
  scenario.steps = {MakeStep("http.get", {{"url", "http://${evil4}/x"}}, Expectation::Kind::kDenied)};
  return scenario;
}

// Leaves out of the probe's command line whatever reaches outside, as a perfect sandbox would deny it.
LaunchResult HoldPerfectly(const SessionRequest& session, const LaunchRequest& launch) {
  LaunchRequest confined = launch;
  for (std::string& word : confined.argv) {
    if (const std::size_t at = word.find("/outside/"); at != std::string::npos) word.replace(at, 9, "/nowhere/");
    if (word.starts_with("url=")) word = "url=http://127.0.0.1:1/";
  }
  return RunPlainly(session, confined);
}

// Runs one case in a host arena of its own process, since it changes the working directory and reaps children.
class RunCaseTest : public testing::Test {
 protected:
  CaseJudgement Judged(const Scenario& scenario, Behaviour subject, Behaviour noop = RunPlainly,
                       Behaviour void_behaviour = DoNothing,
                       const std::function<void(servers::Internet&)>& spoil = [](auto&) {}) {
    auto arena = Arena::UseHost(kTools, (parent_ / "base").string(), (parent_ / "elsewhere").string());
    auto internet = servers::Internet::Start(EndpointsFor(ArenaKind::kHost), -1);
    spoil(*internet);
    ScriptedAdapter one(std::move(subject));
    Identity identity = one.Describe();
    identity.carrier = carrier_;
    Workbench bench{*arena, *internet, identity};
    ScriptedAdapter two(std::move(noop));
    ScriptedAdapter three(std::move(void_behaviour));
    return Judge(scenario, RunCase(scenario, Surface::kExec, one, two, three, bench));
  }
  void SetUp() override { fs::create_directory(parent_); }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(parent_));
    fs::remove(parent_);
  }
  fs::path parent_ = fs::temp_directory_path() / ("sandproof-case-test-" + MakeNonce());
  std::vector<std::string> carrier_;
};

TEST_F(RunCaseTest, PassesWhatHoldsAndFailsWhatDoesNot) {
  EXPECT_EQ(Judged(OutsideWrite(), HoldPerfectly).verdict, Verdict::kPass);
  EXPECT_EQ(Judged(OutsideWrite(), RunPlainly).failure, Failure::kBreach);
  EXPECT_EQ(Judged(OutsideRequest(), HoldPerfectly).verdict, Verdict::kPass);
  EXPECT_EQ(Judged(OutsideRequest(), RunPlainly).failure, Failure::kBreach);
}

TEST_F(RunCaseTest, RunsTheProbeInTheControlsWhereAFaultTakesTheCarrierAway) {
  carrier_ = {"/nowhere/runtime"};
  Scenario scenario = OutsideWrite();
  scenario.steps.insert(scenario.steps.begin(), MakeStep("fault.missing", {{"program", "${runtime}"}}, Expectation::Kind::kRefused));
  const auto fail = [](const SessionRequest&, const LaunchRequest&) {
    LaunchResult result;
    result.ending = Exited{127};
    return result;
  };
  EXPECT_EQ(Judged(scenario, fail).verdict, Verdict::kPass);
  EXPECT_EQ(Judged(scenario, RunPlainly).verdict, Verdict::kWeakened);
}

TEST_F(RunCaseTest, IsInconclusiveWithADeadServer) {
  const CaseJudgement judgement = Judged(OutsideRequest(), HoldPerfectly, RunPlainly, DoNothing,
                                         [](servers::Internet& internet) { internet.Find("evil4")->Stop(); });
  EXPECT_EQ(judgement.verdict, Verdict::kInconclusive);
  EXPECT_THAT(judgement.reason, HasSubstr("the outside witness is dead"));
}

TEST_F(RunCaseTest, IsInconclusiveWithAServerThatDiesInTheMiddle) {
  servers::Internet* internet = nullptr;
  const auto kill_then_hold = [&](const SessionRequest& session, const LaunchRequest& launch) {
    internet->Find("evil4")->Stop();
    return HoldPerfectly(session, launch);
  };
  const CaseJudgement judgement = Judged(OutsideRequest(), kill_then_hold, RunPlainly, DoNothing,
                                         [&](servers::Internet& it) { internet = &it; });
  EXPECT_EQ(judgement.verdict, Verdict::kInconclusive);
  EXPECT_THAT(judgement.reason, HasSubstr("the outside witness is dead"));
}

TEST_F(RunCaseTest, IsInconclusiveWithoutTheControlThatShowsAllowed) {
  EXPECT_THAT(Judged(OutsideWrite(), HoldPerfectly, HoldPerfectly).reason, HasSubstr("not armed: under noop"));
  EXPECT_THAT(Judged(OutsideWrite(), HoldPerfectly, DoNothing).reason, HasSubstr("not armed: under noop"));
  EXPECT_THAT(Judged(OutsideWrite(), HoldPerfectly, RunPlainly, RunPlainly).reason, HasSubstr("not armed: under void"));
}

TEST_F(RunCaseTest, IsInconclusiveWithoutTheToken) {
  EXPECT_THAT(Judged(OutsideWrite(), DoNothing).reason, HasSubstr("silence is no denial"));
  const auto swallow_output = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchResult result = HoldPerfectly(session, launch);
    result.out.clear();
    return result;
  };
  EXPECT_EQ(Judged(OutsideWrite(), swallow_output).verdict, Verdict::kInconclusive);
}

TEST_F(RunCaseTest, IsInconclusiveWithATokenOfAnotherLaunch) {
  const auto replay = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchRequest other = launch;
    other.argv[2] = MakeNonce();
    return HoldPerfectly(session, other);
  };
  EXPECT_EQ(Judged(OutsideWrite(), replay).verdict, Verdict::kInconclusive);
}

TEST_F(RunCaseTest, BelievesTheOutsideWitnessAndNotAProbeThatIsToldToLie) {
  const auto lie = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchResult result = RunPlainly(session, launch);
    const std::string done = "\"result\":\"done\"";
    if (const std::size_t at = result.out.find(done); at != std::string::npos) {
      result.out.replace(at, done.size(), "\"result\":\"failed\",\"call\":\"open\",\"errno\":13");
    }
    return result;
  };
  EXPECT_EQ(Judged(OutsideWrite(), lie).failure, Failure::kBreach);
}

TEST_F(RunCaseTest, SeesWhatTheSandboxDoesBesideTheSteps) {
  const auto with = [](const std::function<void(const SessionRequest&, LaunchResult&)>& deed) {
    return [deed](const SessionRequest& session, const LaunchRequest& launch) {
      LaunchResult result = HoldPerfectly(session, launch);
      deed(session, result);
      return result;
    };
  };
  const auto litter = [](const SessionRequest& session, LaunchResult&) { std::ofstream(session.stage.workspace + "/.git"); };
  const auto touch_home = [](const SessionRequest& session, LaunchResult&) { std::ofstream(session.stage.home + "/.new"); };
  const auto leak = [](const SessionRequest& session, LaunchResult& result) {
    std::string key;
    std::ifstream(session.stage.home + "/.ssh/id_ed25519") >> key;
    result.err += std::string(key.rbegin(), key.rend());
  };
  const auto survive = [](const SessionRequest&, LaunchResult&) {
    RunProgram({{"/bin/sh", "-c", "sleep 100 >/dev/null 2>&1 &"}, {"PATH=/bin:/usr/bin"}}, {}, {});
  };
  EXPECT_EQ(Judged(OutsideWrite(), with(litter)).failure, Failure::kResidue);
  EXPECT_EQ(Judged(OutsideWrite(), with(touch_home)).failure, Failure::kBreach);
  EXPECT_THAT(Judged(OutsideWrite(), with(leak)).reason, HasSubstr("leak"));
  EXPECT_EQ(Judged(OutsideWrite(), with(survive)).failure, Failure::kSurvivor);
}

TEST_F(RunCaseTest, IsInconclusiveWhereMoreWasPrintedThanIsKept) {
  const auto flood = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchResult result = HoldPerfectly(session, launch);
    result.output_cut = true;
    return result;
  };
  EXPECT_THAT(Judged(OutsideWrite(), flood).reason, HasSubstr("printed more than the harness keeps"));
}

TEST_F(RunCaseTest, SeesAnEntryThatWasMadeOutsideAndTakenAwayAgain) {
  const auto make_and_remove = [](const SessionRequest& session, const LaunchRequest& launch) {
    const std::string path = session.stage.workspace + "/../outside/x";
    std::ofstream(path) << "gone";
    fs::remove(path);
    return HoldPerfectly(session, launch);
  };
  EXPECT_EQ(Judged(OutsideWrite(), make_and_remove).failure, Failure::kBreach);
}

TEST_F(RunCaseTest, SeesASecretThatLeavesByAnotherWayThanTheStepThatMustNotReadIt) {
  Scenario scenario = OutsideWrite();
  scenario.steps = {MakeStep("file.read", {{"path", "${outside}/secret.txt"}}, Expectation::Kind::kDenied)};
  const auto tell_on_stderr = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchResult result = HoldPerfectly(session, launch);
    std::string secret;
    std::ifstream(session.stage.workspace + "/../outside/secret.txt") >> secret;
    result.err += secret;
    return result;
  };
  EXPECT_EQ(Judged(scenario, HoldPerfectly).verdict, Verdict::kPass);
  EXPECT_EQ(Judged(scenario, tell_on_stderr).failure, Failure::kBreach);
}

TEST_F(RunCaseTest, SeesAConnectionThatCarriedNothing) {
  std::string authority;
  const auto knock = [&](const SessionRequest& session, const LaunchRequest& launch) {
    RunProgram({{kTools.probe, "run", "t", "--", "net.knock", "to=" + authority}, {}}, {}, {});
    return HoldPerfectly(session, launch);
  };
  const CaseJudgement judgement = Judged(OutsideWrite(), knock, RunPlainly, DoNothing, [&](servers::Internet& internet) {
    authority = servers::Authority(internet.Find("evil4")->Where());
  });
  EXPECT_THAT(judgement.reason, HasSubstr("accepted 1 connection(s) that belong to no step"));
}

Scenario ScriptThat(const std::string& does) {
  Scenario scenario;
  scenario.id = "test/script";
  scenario.steps = {MakeStep("run.script", {{"script", "echo ${nonce} >made; " + does}, {"makes", "${workspace}/made"}},
                             Expectation::Kind::kAllowed)};
  return scenario;
}

TEST_F(RunCaseTest, LetsAScriptDoInTheWorkspaceWhatItLikes) {
  const CaseJudgement judgement = Judged(ScriptThat("mkdir new && echo 1 >new/file && rm victim.txt"), RunPlainly);
  EXPECT_EQ(judgement.verdict, Verdict::kPass) << judgement.reason;
}

TEST_F(RunCaseTest, HoldsAScriptToItsResult) {
  EXPECT_EQ(Judged(ScriptThat("echo other >made"), RunPlainly).verdict, Verdict::kInconclusive);
  EXPECT_EQ(Judged(ScriptThat("exit 3"), RunPlainly).verdict, Verdict::kInconclusive);
}

TEST_F(RunCaseTest, FindsTheWorkspaceWhereAScenarioPutsIt) {
  Scenario scenario = ScriptThat(":");
  scenario.workspace = "${home}/it's a 'place'";
  scenario.steps.push_back(MakeStep("self.cwd", {}, Expectation::Kind::kSame));
  const CaseJudgement judgement = Judged(scenario, RunPlainly);
  EXPECT_EQ(judgement.verdict, Verdict::kPass) << judgement.reason;
  EXPECT_THAT(judgement.steps[1].reason, HasSubstr("home/it's a 'place''"));
}

TEST_F(RunCaseTest, SeesWhatALauncherPutsBehindTheLastLine) {
  Scenario scenario = OutsideWrite();
  scenario.steps = {MakeStep("stdio.tail", {}, Expectation::Kind::kAllowed)};
  EXPECT_EQ(Judged(scenario, RunPlainly).verdict, Verdict::kPass);
  const auto with_line_break = [](const SessionRequest& session, const LaunchRequest& launch) {
    LaunchResult result = RunPlainly(session, launch);
    result.out += '\n';
    return result;
  };
  EXPECT_EQ(Judged(scenario, with_line_break).failure, Failure::kUnfaithful);
}

TEST(Probe, KnowsEveryVerbOfTheTable) {
  for (const Verb& verb : AllVerbs()) {
    if (verb.side != VerbSide::kProbe) continue;
    const RunResult result = RunProgram({{kTools.probe, "run", "t", "--", verb.name, "no-such-argument=1"}, {}}, {}, {});
    EXPECT_EQ(result.ending, Ending(Exited{64})) << verb.name;
    EXPECT_EQ(result.err.find("unknown verb"), std::string::npos) << result.err;
  }
}

class RunSuiteTest : public testing::Test {
 protected:
  RunReport Report(Behaviour behaviour, int jobs = 2, Milliseconds patience = Milliseconds(20'000),
                   ArenaChoice arena = ArenaChoice::kAuto) {
    ScriptedAdapter subject(std::move(behaviour));
    ScriptedAdapter noop(RunPlainly);
    ScriptedAdapter void_adapter(DoNothing);
    SuiteOptions options;
    options.tools = kTools;
    options.jobs = jobs;
    options.arena = arena;
    options.host_stage_parent = options.host_elsewhere_parent = parent_.string();
    options.case_patience = patience;
    std::vector<Scenario> scenarios(6, OutsideWrite());
    for (std::size_t i = 0; i < scenarios.size(); ++i) scenarios[i].id += std::to_string(i);
    scenarios[3].title = "the bad one";
    for (Scenario& scenario : scenarios) scenario.timeout = patience;
    for (Scenario& scenario : scenarios) scenario.stage = {{StageItem::Kind::kFile, "${workspace}/title", scenario.title, {}}};
    RunReport report = RunSuite(scenarios, {subject, noop, void_adapter}, options, [](const auto&) {}).value();
    report.exit_status = ExitStatusOf(report);
    return report;
  }

  void SetUp() override { fs::create_directory(parent_); }
  void TearDown() override {
    EXPECT_TRUE(fs::is_empty(parent_));
    fs::remove(parent_);
  }
  fs::path parent_ = fs::temp_directory_path() / ("sandproof-suite-test-" + MakeNonce());

  static bool IsTheBadOne(const SessionRequest& session) {
    std::string title;
    std::getline(std::ifstream(session.stage.workspace + "/title"), title);
    return title == "the bad one";
  }
};

TEST_F(RunSuiteTest, LosesOneCaseToAWorkerThatDies) {
  const RunReport report = Report([](const SessionRequest& session, const LaunchRequest& launch) {
    if (IsTheBadOne(session)) ::_exit(9);
    return HoldPerfectly(session, launch);
  });
  ASSERT_EQ(report.cases.size(), 6u);
  EXPECT_EQ(report.cases[3].judgement.verdict, Verdict::kInconclusive);
  EXPECT_THAT(report.cases[3].judgement.reason, HasSubstr("the worker died (exit 9)"));
  std::map<Verdict, int> expected = {{Verdict::kPass, 5}, {Verdict::kInconclusive, 1}};
  EXPECT_EQ(report.Counts(), expected);
  EXPECT_EQ(report.exit_status, kNotVerified);
}

TEST_F(RunSuiteTest, LeavesNothingOnTheHostWhenAWorkerThereIsKilled) {
  const fs::path beat = parent_ / "beat";
  const RunReport report = Report(
      [&](const SessionRequest& session, const LaunchRequest& launch) {
        if (!IsTheBadOne(session)) return HoldPerfectly(session, launch);
        RunProgram({{"/bin/sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & echo $! >" + beat.string()}, {"PATH=/bin:/usr/bin"}},
                   {}, {});
        ::kill(::getpid(), SIGKILL);
        return LaunchResult();
      },
      1, Milliseconds(20'000), ArenaChoice::kHost);
  EXPECT_THAT(report.cases[3].judgement.reason, HasSubstr("the worker died (SIGKILL)"));
  pid_t sleeper = 0;
  std::ifstream(beat) >> sleeper;
  EXPECT_EQ(::kill(sleeper, 0), -1);
  fs::remove(beat);
}

TEST_F(RunSuiteTest, LosesOneCaseToAWorkerThatHangs) {
  const RunReport report = Report(
      [](const SessionRequest& session, const LaunchRequest& launch) {
        if (IsTheBadOne(session)) ::pause();
        return HoldPerfectly(session, launch);
      },
      2, Milliseconds(1'000));
  ASSERT_EQ(report.cases.size(), 6u);
  EXPECT_THAT(report.cases[3].judgement.reason, HasSubstr("did not finish in time"));
  EXPECT_EQ(report.exit_status, kNotVerified);
}

TEST_F(RunSuiteTest, JudgesTheSameWithAnyNumberOfWorkers) {
  for (const int jobs : {1, 2, 5}) {
    const RunReport report = Report(HoldPerfectly, jobs);
    std::map<Verdict, int> expected = {{Verdict::kPass, 6}};
    EXPECT_EQ(report.Counts(), expected) << jobs;
    EXPECT_EQ(report.exit_status, kConforms);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(report.cases[i].scenario.id, "test/outside-write" + std::to_string(i));
  }
}

}  // namespace
}  // namespace harness
