// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/step_judgement.h"

#include <algorithm>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/model/signal_names.h"

namespace harness {
namespace {

using Kind = Expectation::Kind;

// One step under the adapter and under both controls.
struct StepLegs {
  const Step& step;
  const StepEvidence& subject;
  const StepEvidence& noop;
  const StepEvidence& void_leg;
};

Outcome Decisive(const StepEvidence& step) {
  return step.witnesses.empty() ? Outcome::kUnknown : step.witnesses.front().outcome;
}

std::string WitnessText(const StepEvidence& step) {
  if (step.witnesses.empty()) return step.dead_witness;
  return step.witnesses.front().name + ": " + step.witnesses.front().detail;
}

std::string ProbeText(const StepEvidence& step) {
  return step.probe ? "probe: " + Describe(*step.probe) : "probe: silent";
}

bool ProbeSaysDone(const StepEvidence& step) {
  return step.probe && step.probe->result == ProbeRecord::Result::kDone;
}

// The last launch tells best why nothing came back.
std::string WhySilent(const LegEvidence& leg) {
  if (leg.launches.empty()) return "nothing was launched";
  const LaunchEvidence& launch = leg.launches.back();
  std::string why = "the launch ended with " + Describe(launch.ending);
  if (!launch.limit.empty()) why += " by the limit on " + launch.limit;
  if (!launch.token_came_back) why += " and its token did not come back";
  if (!launch.stderr_tail.empty()) why += "; it said: " + launch.stderr_tail.substr(0, 300);
  return why;
}

StepJudgement Start(const StepLegs& legs) {
  StepJudgement judgement;
  judgement.outcome = Decisive(legs.subject);
  judgement.noop_outcome = Decisive(legs.noop);
  judgement.void_outcome = Decisive(legs.void_leg);
  return judgement;
}

StepJudgement Conclude(StepJudgement judgement, Verdict verdict, Failure failure, std::string reason) {
  judgement.verdict = verdict;
  judgement.failure = failure;
  judgement.reason = std::move(reason);
  return judgement;
}

StepJudgement Inconclusive(StepJudgement judgement, std::string reason) {
  return Conclude(std::move(judgement), Verdict::kInconclusive, Failure::kNone, std::move(reason));
}

// A witness that says "happened" where nothing was done cannot be believed anywhere.
bool WitnessIsFooled(const StepJudgement& judgement) { return judgement.void_outcome == Outcome::kHappened; }

std::string DeadWitnessOf(const StepLegs& legs) {
  for (const StepEvidence* step : {&legs.subject, &legs.noop, &legs.void_leg}) {
    if (!step->dead_witness.empty()) return step->dead_witness;
  }
  return {};
}

// Whoever keeps the limit that the step is about says outside that it was this one that ended the launch.
bool EndedByItsLimit(const StepLegs& legs) {
  return !legs.subject.limit.empty() && legs.step.verb->promise == "limits." + legs.subject.limit;
}

StepJudgement JudgeDenied(const StepLegs& legs, const LegEvidence& subject) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.noop_outcome == Outcome::kHappened && legs.noop.probe && !WitnessIsFooled(judgement);
  if (judgement.outcome == Outcome::kHappened) {
    return Conclude(judgement, Verdict::kFail, Failure::kBreach,
                    WitnessText(legs.subject) + "; " + ProbeText(legs.subject));
  }
  if (const std::string dead = DeadWitnessOf(legs); !dead.empty()) {
    return Inconclusive(judgement, "the outside witness is dead: " + dead);
  }
  if (WitnessIsFooled(judgement)) {
    return Inconclusive(judgement, "not armed: under void, which does nothing, it was seen to happen");
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under noop it did not happen either (" + WitnessText(legs.noop) + "; " +
                                       ProbeText(legs.noop) + ")");
  }
  if (!legs.subject.probe && EndedByItsLimit(legs)) {
    return Conclude(judgement, Verdict::kPass, Failure::kNone,
                    WitnessText(legs.subject) + "; ended by the limit on " + legs.subject.limit);
  }
  if (!legs.subject.probe) return Inconclusive(judgement, "silence is no denial: " + WhySilent(subject));
  if (!legs.step.expect.errno_name.empty() &&
      (legs.subject.probe->result != ProbeRecord::Result::kFailed ||
       ErrnoName(legs.subject.probe->errno_number) != legs.step.expect.errno_name)) {
    return Conclude(judgement, Verdict::kFail, Failure::kUnfaithful,
                    "denied, but not by " + legs.step.expect.errno_name + "; " + ProbeText(legs.subject));
  }
  std::string reason = WitnessText(legs.subject) + "; " + ProbeText(legs.subject);
  if (EndedByItsLimit(legs)) reason += " by the limit on " + legs.subject.limit;
  if (ProbeSaysDone(legs.subject)) reason += ", so the sandbox took it and kept it to itself";
  return Conclude(judgement, Verdict::kPass, Failure::kNone, std::move(reason));
}

StepJudgement JudgeAllowed(const StepLegs& legs, const LegEvidence& subject, Failure failure) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.void_outcome == Outcome::kNotHappened;
  if (const std::string dead = DeadWitnessOf(legs); !dead.empty()) {
    return Inconclusive(judgement, "the outside witness is dead: " + dead);
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under void, which does nothing, it was not seen to fail");
  }
  const bool happened = judgement.outcome == Outcome::kHappened;
  if (happened && ProbeSaysDone(legs.subject)) {
    return Conclude(judgement, Verdict::kPass, Failure::kNone, WitnessText(legs.subject));
  }
  if (judgement.noop_outcome != Outcome::kHappened || !ProbeSaysDone(legs.noop)) {
    return Inconclusive(judgement, "without any sandbox it does not work on this host either (" +
                                       WitnessText(legs.noop) + "; " + ProbeText(legs.noop) + ")");
  }
  if (!legs.subject.probe) return Inconclusive(judgement, "nothing came back: " + WhySilent(subject));
  return Conclude(judgement, Verdict::kFail, failure, WitnessText(legs.subject) + "; " + ProbeText(legs.subject));
}

// What is shown of a value; two that differ behind this show the same, and their lengths.
std::string ShownValue(const StepEvidence& step) {
  constexpr std::size_t kShown = 300;
  if (!step.value) return ProbeText(step);
  const std::string text = "'" + Printable(step.value->substr(0, kShown)) + "'";
  return step.value->size() > kShown ? text + " (" + std::to_string(step.value->size()) + " bytes)" : text;
}

bool AnythingRan(const LegEvidence& leg) {
  return std::any_of(leg.launches.begin(), leg.launches.end(), [](const LaunchEvidence& one) { return one.token_came_back; });
}

// A command that a launcher refuses, in a session in which others run.
bool RefusedTheCommand(const LegEvidence& leg) {
  const Ending& ending = leg.launches.empty() ? Ending(TimedOut{}) : leg.launches.back().ending;
  return AnythingRan(leg) && !leg.launches.back().token_came_back && ending != Ending(Exited{0}) && ending != Ending(TimedOut{});
}

StepJudgement JudgeSame(const StepLegs& legs, const LegEvidence& subject) {
  StepJudgement judgement = Start(legs);
  judgement.armed = legs.noop.value && !legs.void_leg.value;
  if (legs.void_leg.value) return Inconclusive(judgement, "not armed: void, which runs nothing, told a value");
  if (!legs.noop.value) return Inconclusive(judgement, "without any sandbox there is nothing to see either (" + ProbeText(legs.noop) + ")");
  if (!legs.subject.probe && RefusedTheCommand(subject)) {
    return Conclude(judgement, Verdict::kFail, Failure::kOverblock, "the command was refused, and others were not: " + WhySilent(subject));
  }
  if (!legs.subject.probe) return Inconclusive(judgement, "nothing came back: " + WhySilent(subject));
  if (legs.subject.value == legs.noop.value) {
    return Conclude(judgement, Verdict::kPass, Failure::kNone, "as without a sandbox: " + ShownValue(legs.subject));
  }
  return Conclude(judgement, Verdict::kFail, Failure::kUnfaithful,
                  "it sees " + ShownValue(legs.subject) + ", and without a sandbox " + ShownValue(legs.noop));
}

// How many times longer than the host itself a sandbox may take to end everything. What is gone later has gone by itself.
constexpr double kTeardownFactor = 100;
// A machine under load has pauses of its own, and one look at an idle one takes next to no time.
constexpr double kTeardownGraceMs = 500;

std::string TooLate(const LegEvidence& subject, const LegEvidence& noop) {
  const double most = std::max(kTeardownFactor * noop.teardown_ms, kTeardownGraceMs);
  if (noop.teardown_ms <= 0 || subject.teardown_ms <= most) return {};
  return "gone only " + std::to_string(static_cast<int>(subject.teardown_ms)) + " ms after the end, where the host took " +
         std::to_string(static_cast<int>(noop.teardown_ms) + 1) + " ms to end everything";
}

StepJudgement JudgeAbsent(const StepLegs& legs, const LegEvidence& subject, const LegEvidence& noop) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.noop_outcome == Outcome::kHappened && !WitnessIsFooled(judgement);
  const auto& witnesses = legs.subject.witnesses;
  const auto saw = std::find_if(witnesses.begin(), witnesses.end(),
                                [](const Witness& one) { return one.outcome == Outcome::kHappened; });
  if (saw != witnesses.end()) {
    judgement.outcome = Outcome::kHappened;
    const bool is_process = legs.step.verb->witness != WitnessKind::kIpc;
    return Conclude(judgement, Verdict::kFail, is_process ? Failure::kSurvivor : Failure::kResidue, saw->name + ": " + saw->detail);
  }
  if (const std::string dead = DeadWitnessOf(legs); !dead.empty()) {
    return Inconclusive(judgement, "the outside witness is dead: " + dead);
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under noop nothing was left either (" + ProbeText(legs.noop) + ")");
  }
  if (!legs.subject.probe) return Inconclusive(judgement, "nothing came back: " + WhySilent(subject));
  // An object that may not be made is not left either. A process that could not be made is none that was ended.
  if (!ProbeSaysDone(legs.subject) && legs.step.verb->witness != WitnessKind::kIpc) {
    return Inconclusive(judgement, "what should be gone never was there; " + ProbeText(legs.subject));
  }
  const bool is_about_processes = legs.step.verb->witness == WitnessKind::kCensus;
  if (const std::string late = TooLate(subject, noop); is_about_processes && !late.empty()) {
    return Conclude(judgement, Verdict::kFail, Failure::kSurvivor, late);
  }
  return Conclude(judgement, Verdict::kPass, Failure::kNone, WitnessText(legs.subject));
}

bool SaysNoLoudly(const LegEvidence& leg) {
  if (leg.session.state != SessionEvidence::State::kOpened) return true;
  return !leg.launches.empty() && std::all_of(leg.launches.begin(), leg.launches.end(), [](const LaunchEvidence& one) {
    return one.ending != Ending(Exited{0}) && one.ending != Ending(TimedOut{});
  });
}

std::string HowItRefused(const LegEvidence& leg) {
  const SessionEvidence& session = leg.session;
  if (session.state != SessionEvidence::State::kOpened) return session.part + ": " + session.why;
  return WhySilent(leg);
}

// Whether every file that the sandbox is made of was taken away, after which nothing of it can have run.
bool TookEverythingAway(const Step& step) {
  const auto program = step.arguments.find("program");
  return program != step.arguments.end() && program->second == "${runtime}";
}

// `breached`: something that had to be denied was seen to happen in the same case.
StepJudgement JudgeRefused(const StepLegs& legs, const LegEvidence& subject, bool breached) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.noop_outcome == Outcome::kHappened && !WitnessIsFooled(judgement);
  const bool ran = judgement.outcome == Outcome::kHappened;
  if (ran && breached) {
    return Conclude(judgement, Verdict::kWeakened, Failure::kNone, "it ran unconfined; " + WitnessText(legs.subject));
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under noop nothing ran either (" + WitnessText(legs.noop) + ")");
  }
  if (ran && TookEverythingAway(legs.step)) {
    return Inconclusive(judgement, "it ran without any of its parts, so the fault did not hit it; " + WitnessText(legs.subject));
  }
  // The promise is never to run with less; a sandbox that does not need what is broken keeps it by holding.
  if (ran) return Conclude(judgement, Verdict::kPass, Failure::kNone, "it ran all the same, and held; " + WitnessText(legs.subject));
  if (SaysNoLoudly(subject)) {
    return Conclude(judgement, Verdict::kPass, Failure::kNone, "refused: " + HowItRefused(subject));
  }
  if (!subject.launches.empty() && subject.launches.back().ending == Ending(TimedOut{})) {
    return Inconclusive(judgement, "it neither ran nor refused until the deadline");
  }
  return Conclude(judgement, Verdict::kFail, Failure::kUnfaithful, "nothing ran, and success was reported");
}

// A step on a session that the adapter has to refuse.
StepJudgement JudgeRefusedAct(const StepLegs& legs) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.noop_outcome == Outcome::kHappened && !WitnessIsFooled(judgement);
  if (judgement.outcome == Outcome::kHappened) {
    return Conclude(judgement, Verdict::kFail, Failure::kBreach, WitnessText(legs.subject));
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under noop it did not happen either (" + WitnessText(legs.noop) + ")");
  }
  if (legs.subject.refusal.empty()) {
    return Conclude(judgement, Verdict::kFail, Failure::kUnfaithful, "it was not refused, and nothing came of it: " + WitnessText(legs.subject));
  }
  return Conclude(judgement, Verdict::kPass, Failure::kNone, "refused: " + legs.subject.refusal);
}

// In a case whose session must be refused, that nothing ran is what denies its steps; where it ran, they count as ever.
StepJudgement JudgeUnderFault(const StepLegs& legs, const LegEvidence& subject) {
  StepJudgement judgement = Start(legs);
  judgement.armed = judgement.noop_outcome == Outcome::kHappened && !WitnessIsFooled(judgement);
  if (judgement.outcome == Outcome::kHappened) {
    return Conclude(judgement, Verdict::kWeakened, Failure::kNone, WitnessText(legs.subject));
  }
  if (const std::string dead = DeadWitnessOf(legs); !dead.empty()) {
    return Inconclusive(judgement, "the outside witness is dead: " + dead);
  }
  if (!judgement.armed) {
    return Inconclusive(judgement, "not armed: under noop it did not happen either (" + WitnessText(legs.noop) + ")");
  }
  if (AnythingRan(subject)) return JudgeDenied(legs, subject);
  return Conclude(judgement, Verdict::kPass, Failure::kNone, WitnessText(legs.subject));
}

bool AnyDeniedHappened(const Scenario& scenario, const LegEvidence& subject) {
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    if (scenario.steps[i].expect.kind == Kind::kDenied && Decisive(subject.steps[i]) == Outcome::kHappened) return true;
  }
  return false;
}

}  // namespace

bool HasFault(const Scenario& scenario) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(),
                     [](const Step& step) { return step.verb->side == VerbSide::kFault; });
}

StepJudgement JudgeStep(const Scenario& scenario, const CaseEvidence& evidence, std::size_t i) {
  const StepLegs legs{scenario.steps[i], evidence.subject.steps[i], evidence.noop.steps[i], evidence.void_leg.steps[i]};
  switch (legs.step.expect.kind) {
    case Kind::kAllowed: return JudgeAllowed(legs, evidence.subject, legs.step.verb->witness == WitnessKind::kStdout
                                                                         ? Failure::kUnfaithful
                                                                         : Failure::kOverblock);
    case Kind::kExit:
    case Kind::kSignal: return JudgeAllowed(legs, evidence.subject, Failure::kUnfaithful);
    case Kind::kDenied: return HasFault(scenario) ? JudgeUnderFault(legs, evidence.subject) : JudgeDenied(legs, evidence.subject);
    case Kind::kSame: return JudgeSame(legs, evidence.subject);
    case Kind::kAbsent: return JudgeAbsent(legs, evidence.subject, evidence.noop);
    case Kind::kRefused:
      if (legs.step.verb->side == VerbSide::kSession) return JudgeRefusedAct(legs);
      return JudgeRefused(legs, evidence.subject, AnyDeniedHappened(scenario, evidence.subject));
  }
  return {};
}

}  // namespace harness
