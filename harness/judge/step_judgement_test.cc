// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <ostream>

#include "harness/judge/sample_case_test.h"

namespace harness {
namespace {

using testing::HasSubstr;

struct Row {
  const char* name;
  Step step;
  CaseEvidence evidence;
  std::function<void(CaseEvidence&)> change;
  Verdict verdict;
  Failure failure;
  const char* reason;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

// Ended where it would have gone over a limit, so that the probe never said a word.
std::vector<Row> LimitRows() {
  const Step step = MakeStep("limit.output", Kind::kDenied);
  const CaseEvidence perfect = PerfectDenial();
  const auto ended_by = [](const char* limit, Outcome outcome) {
    return [=](CaseEvidence& e) {
      e.subject = Leg(Seen(std::nullopt, outcome), Launched(Signaled{SIGKILL}, false));
      e.subject.launches[0].limit = e.subject.steps[0].limit = limit;
    };
  };
  return {
      {"EndedByItsLimit", step, perfect, ended_by("output", Outcome::kNotHappened), Verdict::kPass, Failure::kNone, "every step"},
      {"EndedByAnotherLimit", step, perfect, ended_by("memory", Outcome::kNotHappened), Verdict::kInconclusive, Failure::kNone,
       "SIGKILL by the limit on memory"},
      {"EndedByNoLimit", step, perfect, ended_by("", Outcome::kNotHappened), Verdict::kInconclusive, Failure::kNone,
       "silence is no denial"},
      {"EndedTooLate", step, perfect, ended_by("output", Outcome::kHappened), Verdict::kFail, Failure::kBreach, "probe: silent"},
  };
}

std::vector<Row> DeniedRows() {
  const Step step = MakeStep("file.write", Kind::kDenied);
  const CaseEvidence perfect = PerfectDenial();
  return {
      {"Denied", step, perfect, [](auto&) {}, Verdict::kPass, Failure::kNone, "every step"},
      {"TheProbeLies", step, perfect, [](auto& e) { e.subject = Leg(Seen(DeniedInside(), Outcome::kHappened)); },
       Verdict::kFail, Failure::kBreach, "probe: open failed with EACCES"},
      {"BothSayItHappened", step, perfect, [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kHappened)); },
       Verdict::kFail, Failure::kBreach, "probe: done"},
      {"ABreachNeedsNoControl", step, perfect,
       [](auto& e) {
         e.subject = Leg(Seen(Done(), Outcome::kHappened));
         e.noop = Leg(Seen(std::nullopt, Outcome::kNotHappened));
       },
       Verdict::kFail, Failure::kBreach, ""},
      {"SwallowedInside", step, perfect, [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kNotHappened)); },
       Verdict::kPass, Failure::kNone, ""},
      {"KilledInside", step, perfect,
       [](auto& e) { e.subject = Leg(Seen(ProbeRecord{Result_::kKilled, "", 0, SIGSYS, ""}, Outcome::kNotHappened)); },
       Verdict::kPass, Failure::kNone, ""},
      {"SilenceIsNoDenial", step, perfect,
       [](auto& e) { e.subject = Leg(Seen(std::nullopt, Outcome::kNotHappened), Launched(Exited{1}, false)); },
       Verdict::kInconclusive, Failure::kNone, "silence is no denial"},
      {"NoopDidNotDoIt", step, perfect, [](auto& e) { e.noop = Leg(Seen(DeniedInside(), Outcome::kNotHappened)); },
       Verdict::kInconclusive, Failure::kNone, "not armed: under noop"},
      {"NoopWasSilent", step, perfect, [](auto& e) { e.noop = Leg(Seen(std::nullopt, Outcome::kHappened)); },
       Verdict::kInconclusive, Failure::kNone, "not armed"},
      {"VoidDidIt", step, perfect, [](auto& e) { e.void_leg = Leg(Seen(std::nullopt, Outcome::kHappened)); },
       Verdict::kInconclusive, Failure::kNone, "not armed: under void"},
      {"DeadWitness", step, perfect, [](auto& e) { e.subject.steps[0] = {DeniedInside(), {}, "no answer"}; },
       Verdict::kInconclusive, Failure::kNone, "dead: no answer"},
      {"DeadWitnessInTheControl", step, perfect, [](auto& e) { e.noop.steps[0] = {Done(), {}, "no answer"}; },
       Verdict::kInconclusive, Failure::kNone, "dead: no answer"},
      {"NoNoopLeg", step, perfect, [](auto& e) { e.noop = {}; }, Verdict::kInconclusive, Failure::kNone,
       "control under noop is missing"},
      {"NoVoidLeg", step, perfect, [](auto& e) { e.void_leg = {}; }, Verdict::kInconclusive, Failure::kNone,
       "control under void is missing"},
      {"NoSubjectLeg", step, perfect, [](auto& e) { e.subject = {}; }, Verdict::kInconclusive, Failure::kNone,
       "adapter's leg is missing"},
      {"WorkerDied", step, perfect, [](auto& e) { e.harness_error = "the worker died"; }, Verdict::kInconclusive,
       Failure::kNone, "the worker died"},
      {"ALegBroke", step, perfect, [](auto& e) { e.noop.harness_error = "no space"; }, Verdict::kInconclusive,
       Failure::kNone, "under noop: no space"},
      {"Refused", step, perfect,
       [](auto& e) { e.subject.session = {SessionEvidence::State::kRefused, "limits.cpu", "cannot", {}}; },
       Verdict::kUnsupported, Failure::kNone, "limits.cpu: cannot"},
      {"RefusedButSomethingChanged", step, perfect,
       [](auto& e) {
         e.subject.session = {SessionEvidence::State::kRefused, "limits.cpu", "cannot", {}};
         e.subject.findings = {{Finding::Kind::kChange, "added /x"}};
       },
       Verdict::kFail, Failure::kBreach, "added /x"},
      {"SetUpFailed", step, perfect,
       [](auto& e) { e.subject.session = {SessionEvidence::State::kFailed, "mount", "EPERM", {}}; },
       Verdict::kInconclusive, Failure::kNone, "could not be set up"},
      {"AnotherPolicyIsDeclared", step, perfect,
       [](auto& e) { e.subject.session.declared.network.mode = Network::Mode::kOpen; }, Verdict::kWeakened,
       Failure::kNone, "another network"},
      {"ALeakBesideTheStep", step, perfect, [](auto& e) { e.subject.findings = {{Finding::Kind::kLeak, "key"}}; },
       Verdict::kFail, Failure::kBreach, "leak: key"},
      {"ASurvivorBesideTheStep", step, perfect,
       [](auto& e) { e.subject.findings = {{Finding::Kind::kSurvivor, "9 sh"}}; }, Verdict::kFail, Failure::kSurvivor,
       "survivor: 9 sh"},
      {"Litter", step, perfect, [](auto& e) { e.subject.findings = {{Finding::Kind::kResidue, ".git"}}; },
       Verdict::kFail, Failure::kResidue, "residue: .git"},
  };
}

std::vector<Row> PinnedRows() {
  Step step = MakeStep("file.write", Kind::kDenied);
  step.expect.errno_name = "EACCES";
  return {
      {"AsPinned", step, PerfectDenial(), [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"AnotherErrno", step, PerfectDenial(),
       [](auto& e) { e.subject = Leg(Seen(DeniedInside(EROFS), Outcome::kNotHappened)); }, Verdict::kFail,
       Failure::kUnfaithful, "not by EACCES"},
  };
}

std::vector<Row> AllowedRows() {
  const Step step = MakeStep("file.write", Kind::kAllowed);
  const CaseEvidence perfect = PerfectGrant();
  return {
      {"Allowed", step, perfect, [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"Denied", step, perfect, [](auto& e) { e.subject = Leg(Seen(DeniedInside(), Outcome::kNotHappened)); },
       Verdict::kFail, Failure::kOverblock, "EACCES"},
      {"TheProbeBoasts", step, perfect, [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kNotHappened)); },
       Verdict::kFail, Failure::kOverblock, "probe: done"},
      {"TheProbeSaysItFailed", step, perfect,
       [](auto& e) { e.subject = Leg(Seen(DeniedInside(), Outcome::kHappened)); }, Verdict::kFail, Failure::kOverblock, ""},
      {"Silence", step, perfect,
       [](auto& e) { e.subject = Leg(Seen(std::nullopt, Outcome::kNotHappened), Launched(Exited{0}, false)); },
       Verdict::kInconclusive, Failure::kNone, "nothing came back"},
      {"VoidDidIt", step, perfect, [](auto& e) { e.void_leg = Leg(Seen(std::nullopt, Outcome::kHappened)); },
       Verdict::kInconclusive, Failure::kNone, "not armed"},
      {"TheHostDeniesIt", step, perfect,
       [](auto& e) {
         e.subject = Leg(Seen(DeniedInside(), Outcome::kNotHappened));
         e.noop = Leg(Seen(DeniedInside(), Outcome::kNotHappened));
       },
       Verdict::kInconclusive, Failure::kNone, "without any sandbox"},
  };
}

std::vector<Row> OtherRows() {
  const Step daemon = MakeStep("proc.daemon", Kind::kAbsent);
  const Step exit = MakeStep("proc.exit", Kind::kExit, 42);
  return {
      {"Gone", daemon, PerfectCleanup(), [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"StillThere", daemon, PerfectCleanup(), [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kHappened)); },
       Verdict::kFail, Failure::kSurvivor, "tree: seen"},
      {"StillBeating", daemon, PerfectCleanup(),
       [](auto& e) { e.subject.steps[0].witnesses.push_back({"heartbeat", Outcome::kHappened, "it grew"}); },
       Verdict::kFail, Failure::kSurvivor, "it grew"},
      {"NeverStarted", daemon, PerfectCleanup(),
       [](auto& e) { e.subject = Leg(Seen(DeniedInside(), Outcome::kNotHappened)); }, Verdict::kInconclusive,
       Failure::kNone, "never was there"},
      {"GoneMuchLaterThanTheHostTakes", daemon, PerfectCleanup(),
       [](auto& e) {
         e.noop.teardown_ms = 6;
         e.subject.teardown_ms = 601;
       },
       Verdict::kFail, Failure::kSurvivor, "gone only 601 ms after the end"},
      {"GoneWithinWhatABusyMachineTakes", daemon, PerfectCleanup(),
       [](auto& e) {
         e.noop.teardown_ms = 0.1;
         e.subject.teardown_ms = 499;
       },
       Verdict::kPass, Failure::kNone, ""},
      {"GoneAboutWhenTheHostWouldBe", daemon, PerfectCleanup(),
       [](auto& e) {
         e.noop.teardown_ms = 6;
         e.subject.teardown_ms = 599;
       },
       Verdict::kPass, Failure::kNone, ""},
      {"RepetitionsDisagree", daemon, PerfectCleanup(), [](auto& e) { e.subject.unstable = "in repetition 3"; },
       Verdict::kUnstable, Failure::kNone, "in repetition 3"},
      {"RefusedLaunch", MakeStep("session.start", Kind::kRefused), PerfectDenial(),
       [](auto& e) { e.subject.steps[0].refusal = "the limit"; }, Verdict::kPass, Failure::kNone, ""},
      {"LaunchThatIsNotRefused", MakeStep("session.start", Kind::kRefused), PerfectDenial(),
       [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kHappened)); }, Verdict::kFail, Failure::kBreach, "seen"},
      {"LaunchThatSilentlyDoesNotCome", MakeStep("session.start", Kind::kRefused), PerfectDenial(), [](auto&) {},
       Verdict::kFail, Failure::kUnfaithful, "not refused"},
      {"RefusalThatTheHostSharesWithTheSandbox", MakeStep("session.start", Kind::kRefused), PerfectDenial(),
       [](auto& e) {
         e.subject.steps[0].refusal = "the limit";
         e.noop = Leg(Seen(std::nullopt, Outcome::kNotHappened));
       },
       Verdict::kInconclusive, Failure::kNone, "not armed"},
      {"NotMade", MakeStep("ipc.make", Kind::kAbsent), PerfectCleanup(),
       [](auto& e) { e.subject = Leg(Seen(DeniedInside(), Outcome::kNotHappened)); }, Verdict::kPass, Failure::kNone, ""},
      {"Left", MakeStep("ipc.make", Kind::kAbsent), PerfectCleanup(),
       [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kHappened)); }, Verdict::kFail, Failure::kResidue, "tree: seen"},
      {"GoneUnderNoopToo", daemon, PerfectCleanup(),
       [](auto& e) { e.noop = Leg(Seen(Done(), Outcome::kNotHappened)); }, Verdict::kInconclusive, Failure::kNone,
       "not armed"},
      {"ExitCode", exit, PerfectGrant(), [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"AnotherExitCode", exit, PerfectGrant(), [](auto& e) { e.subject = Leg(Seen(Done(), Outcome::kNotHappened)); },
       Verdict::kFail, Failure::kUnfaithful, ""},
  };
}

std::vector<Row> RefusedRows() {
  const Step step = MakeStep("fault.missing", Kind::kRefused);
  const CaseEvidence perfect = PerfectRefusal();
  return {
      {"RefusedToOpen", step, perfect, [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"TheLaunchFails", step, perfect,
       [](auto& e) {
         e.subject.session = {};
         e.subject.launches = {Launched(Exited{1}, false)};
       },
       Verdict::kPass, Failure::kNone, ""},
      {"SuccessWithoutARun", step, perfect,
       [](auto& e) {
         e.subject.session = {};
         e.subject.launches = {Launched(Exited{0}, false)};
       },
       Verdict::kFail, Failure::kUnfaithful, "success was reported"},
      {"Hung", step, perfect,
       [](auto& e) {
         e.subject.session = {};
         e.subject.launches = {Launched(TimedOut{}, false)};
       },
       Verdict::kInconclusive, Failure::kNone, "until the deadline"},
      {"RanConfined", step, perfect, [](auto& e) { e.subject = Leg(Seen(std::nullopt, Outcome::kHappened)); },
       Verdict::kPass, Failure::kNone, "it ran all the same, and held"},
      {"NothingRanUnderNoop", step, perfect,
       [](auto& e) { e.noop = Leg(Seen(std::nullopt, Outcome::kNotHappened)); }, Verdict::kInconclusive,
       Failure::kNone, "not armed"},
  };
}

StepEvidence Told(std::optional<std::string> value) {
  StepEvidence step = Seen(value ? std::optional(Done()) : std::optional(DeniedInside()), value ? Outcome::kHappened : Outcome::kNotHappened);
  step.value = std::move(value);
  return step;
}

std::vector<Row> SameRows() {
  const Step step = MakeStep("self.cwd", Kind::kSame);
  CaseEvidence perfect;
  perfect.subject = perfect.noop = Leg(Told("/w"));
  perfect.void_leg = Leg(Seen(std::nullopt, Outcome::kNotHappened), Launched(Exited{0}, false));
  return {
      {"AsWithoutASandbox", step, perfect, [](auto&) {}, Verdict::kPass, Failure::kNone, ""},
      {"AnotherValue", step, perfect, [](auto& e) { e.subject = Leg(Told("/")); }, Verdict::kFail, Failure::kUnfaithful,
       "it sees '/', and without a sandbox '/w'"},
      {"AnEmptyValue", step, perfect, [](auto& e) { e.subject = Leg(Told("")); }, Verdict::kFail, Failure::kUnfaithful, "it sees ''"},
      {"NoValue", step, perfect, [](auto& e) { e.subject = Leg(Told(std::nullopt)); }, Verdict::kFail, Failure::kUnfaithful, "EACCES"},
      {"DifferentBehindWhatIsShown", step, perfect,
       [](auto& e) {
         e.subject = Leg(Told(std::string(500, 'a') + "b"));
         e.noop = Leg(Told(std::string(500, 'a') + "c"));
       },
       Verdict::kFail, Failure::kUnfaithful, "(501 bytes)"},
      {"ValueOnSilence", step, perfect, [](auto& e) { e.subject = Leg(Seen(std::nullopt, Outcome::kNotHappened)); },
       Verdict::kInconclusive, Failure::kNone, "nothing came back"},
      {"ACommandThatIsRefused", step, perfect,
       [](auto& e) {
         e.subject = Leg(Seen(std::nullopt, Outcome::kNotHappened));
         e.subject.launches.push_back(Launched(Exited{1}, false));
       },
       Verdict::kFail, Failure::kOverblock, "the command was refused"},
      {"NoValueUnderNoop", step, perfect, [](auto& e) { e.noop = Leg(Told(std::nullopt)); }, Verdict::kInconclusive,
       Failure::kNone, "without any sandbox"},
      {"AValueUnderVoid", step, perfect, [](auto& e) { e.void_leg = Leg(Told("/w")); }, Verdict::kInconclusive, Failure::kNone,
       "not armed"},
  };
}

class JudgeTable : public testing::TestWithParam<Row> {};

TEST_P(JudgeTable, GivesTheVerdict) {
  Row row = GetParam();
  row.change(row.evidence);
  const CaseJudgement judgement = Judge(MakeScenario({row.step}), row.evidence);
  EXPECT_EQ(Describe(judgement.verdict), Describe(row.verdict)) << judgement.reason;
  EXPECT_EQ(Describe(judgement.failure), Describe(row.failure)) << judgement.reason;
  EXPECT_THAT(judgement.reason, HasSubstr(row.reason));
}

std::string NameOf(const testing::TestParamInfo<Row>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Limits, JudgeTable, testing::ValuesIn(LimitRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(Denied, JudgeTable, testing::ValuesIn(DeniedRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(PinnedErrno, JudgeTable, testing::ValuesIn(PinnedRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(Allowed, JudgeTable, testing::ValuesIn(AllowedRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(Other, JudgeTable, testing::ValuesIn(OtherRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(Same, JudgeTable, testing::ValuesIn(SameRows()), NameOf);
INSTANTIATE_TEST_SUITE_P(Refused, JudgeTable, testing::ValuesIn(RefusedRows()), NameOf);

}  // namespace
}  // namespace harness
