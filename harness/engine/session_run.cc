// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/session_run.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/base/nonce.h"
#include "harness/engine/driver.h"
#include "harness/model/signal_names.h"

namespace harness {
namespace {

// Not what anything takes for granted.
constexpr TerminalSize kFirstSize = {33, 101};

std::string ArgumentOf(const ScriptStep& step, const std::string& name) {
  const auto found = step.arguments.find(name);
  return found == step.arguments.end() ? std::string() : found->second;
}

// Of one that still runs, what there is so far: a witness has to see it run on.
LaunchResult ResultAsItIs(Process& process) {
  if (!process.Runs()) return process.Kill();
  LaunchResult result;
  result.ending = StillRuns{};
  result.out = process.Out();
  return result;
}

SessionObservation Happened(std::string detail) { return {true, Outcome::kHappened, std::move(detail), {}}; }
SessionObservation DidNot(std::string detail) { return {true, Outcome::kNotHappened, std::move(detail), {}}; }

}  // namespace

SessionRun::SessionRun(const Scenario& scenario, const Script& script, Surface surface, Adapter& adapter,
                       std::function<SessionRequest(const std::string&)> request_for,
                       std::function<void()> look_while_running, Observations& seen)
    : scenario_(scenario),
      script_(script),
      surface_(surface),
      adapter_(adapter),
      request_for_(std::move(request_for)),
      look_while_running_(std::move(look_while_running)),
      seen_(seen),
      current_(kMainSession) {
  seen_.launches.resize(script_.launches.size());
}

SessionRun::~SessionRun() {
  CloseAll();
  Drop();
}

void SessionRun::Perform() {
  SessionObservation first;
  if (!Open(kMainSession, first)) return;
  seen_.session.declared = sessions_.at(kMainSession).session->EffectivePolicy();
  for (std::size_t i = 0; i < script_.acts.size(); ++i) {
    const ScriptAct& act = script_.acts[i];
    if (act.kind == ScriptAct::Kind::kSession) {
      Act(act.index);
    } else if (script_.launches[act.index].stays && IsAbandoned(script_.acts[i + 1])) {
      LaunchAndAbandon(act.index, script_.acts[++i].index);
    } else {
      Launch(act.index);
    }
  }
}

bool SessionRun::IsAbandoned(const ScriptAct& next) const {
  return next.kind == ScriptAct::Kind::kSession && scenario_.steps[next.index].verb->name == "session.abandon";
}

void SessionRun::LaunchAndAbandon(std::size_t launch, std::size_t step) {
  const ScriptLaunch& script = script_.launches[launch];
  if (!sessions_.contains(current_)) return;
  // Made here, and not in the copy, which would forget that the place is taken.
  SessionRequest request = RequestFor(current_);
  request.dies_with_caller = false;
  const auto start = [&]() -> std::unique_ptr<Process> {
    Opened opened = adapter_.Open(request);
    auto* const session = std::get_if<std::unique_ptr<Session>>(&opened);
    if (session == nullptr) return nullptr;
    // It has to be there until the process that holds it is killed.
    return session->release()->Start({surface_, script.argv, sessions_.at(current_).wall, kFirstSize});
  };
  auto driver = Driver::Start(start);
  if (!driver) return;
  const bool begun = driver->ListenUntil([&script](const std::string& out) { return TellsEnd(out, script.token); },
                                         Deadline::In(sessions_.at(current_).wall));
  driver->Kill();
  LaunchResult result;
  result.argv = script.argv;
  result.ending = StillRuns{};
  result.out = driver->out();
  Conclude(launch, std::move(result));
  seen_.session_steps[step] = begun ? Happened("who held the launch was killed while it ran") : DidNot("the launch did not run");
}

// What an adapter keeps for one session must not lie where it keeps it for another.
SessionRequest SessionRun::RequestFor(const std::string& name) {
  SessionRequest request = request_for_(name);
  request.work_directory += "/" + std::to_string(++opened_);
  // One that cannot be made is what the adapter will say that it lacks.
  if (::mkdir(request.work_directory.c_str(), 0755) == 0 && request.account) {
    (void)::chown(request.work_directory.c_str(), request.account->uid, request.account->gid);
  }
  return request;
}

// Of the first session, what the adapter says to it is the leg's own.
bool SessionRun::Open(const std::string& name, SessionObservation& observation) {
  const SessionRequest request = RequestFor(name);
  const Policy policy = Meet(request.operator_policy, request.project);
  const bool child = surface_ == Surface::kChild;
  Opened opened = adapter_.Open(request);
  std::unique_ptr<Session> parent;
  if (child && std::holds_alternative<std::unique_ptr<Session>>(opened)) {
    parent = std::get<std::unique_ptr<Session>>(std::move(opened));
    opened = adapter_.OpenChild(RequestFor(name));
  }
  SessionEvidence failure;
  if (const auto* refused = std::get_if<Refused>(&opened)) {
    failure = {SessionEvidence::State::kRefused, refused->part, Printable(refused->why), {}};
  } else if (const auto* failed = std::get_if<Failed>(&opened)) {
    failure = {SessionEvidence::State::kFailed, failed->step, Printable(failed->why), {}};
  } else {
    sessions_[name] = {std::move(parent), std::get<std::unique_ptr<Session>>(std::move(opened)),
                       std::min(scenario_.timeout, policy.limits.wall)};
    return true;
  }
  observation = DidNot("session " + name + " was not opened");
  observation.refusal = failure.part + ": " + failure.why;
  if (sessions_.empty() && closed_.empty()) seen_.session = std::move(failure);
  return false;
}

std::unique_ptr<Process> SessionRun::Start(const std::vector<std::string>& argv) {
  const Opening& opening = sessions_.at(current_);
  return opening.session->Start({surface_, argv, opening.wall, kFirstSize});
}

void SessionRun::Conclude(std::size_t launch, LaunchResult result) {
  LaunchObservation& observation = seen_.launches[launch];
  observation.reached = true;
  observation.result = std::move(result);
  observation.output = ParseProbeOutput(observation.result.out, script_.launches[launch].token, script_.launches[launch].steps.size());
  anything_ran_ = anything_ran_ || observation.output.token_came_back;
}

bool SessionRun::IsAboutALimit(std::size_t launch) const {
  const auto& steps = script_.launches[launch].steps;
  return std::any_of(steps.begin(), steps.end(), [this](std::size_t step) {
    return scenario_.steps[step].verb->witness == WitnessKind::kPeak;
  });
}

void SessionRun::Launch(std::size_t launch) {
  if (!sessions_.contains(current_)) return;
  const ScriptLaunch& script = script_.launches[launch];
  std::optional<PeakWatch> watch;
  if (IsAboutALimit(launch)) watch.emplace();
  std::unique_ptr<Process> process = Start(script.argv);
  const Deadline deadline = Deadline::In(sessions_.at(current_).wall);
  const auto told = [&script](auto tells) { return [&script, tells](const std::string& out) { return tells(out, script.token); }; };
  // A terminal that is still the system's own would echo what is typed, and change it.
  if (IsTerminal(surface_) && !script.input.empty()) process->PumpUntil(told(TellsStart), deadline);
  SitAtTerminal(script, *process, deadline);
  if (!script.stays) {
    Conclude(launch, RunToEnd(*process, script.input));
    if (watch) seen_.launches[launch].peak = watch->Finish();
    return;
  }
  process->Write(script.input);
  const bool begun = process->PumpUntil(told(TellsEnd), deadline);
  if (begun) look_while_running_();
  running_ = std::make_unique<Running>(Running{std::move(process), launch, begun});
}

void SessionRun::SitAtTerminal(const ScriptLaunch& script, Process& process, Deadline deadline) {
  for (std::size_t i = 0; i < script.at_terminal.size(); ++i) {
    const auto is_ready = [&](const std::string& out) { return CountReady(out, script.token) > i; };
    if (!process.PumpUntil(is_ready, deadline)) return;
    const AtTerminal& next = script.at_terminal[i];
    if (next.resize) (void)process.Resize(*next.resize);
    process.Write(next.type);
  }
}

void SessionRun::Act(std::size_t step) {
  const std::string& verb = scenario_.steps[step].verb->name;
  const ScriptStep& script = script_.steps[step];
  SessionObservation& seen = seen_.session_steps[step];
  if (verb == "session.open") seen = OpenNamed(ArgumentOf(script, "name"));
  if (verb == "session.reopen") seen = Reopen();
  if (verb == "session.close") seen = CloseCurrent();
  if (verb == "session.start") seen = StartAnother();
  if (verb == "session.signal") seen = SignalAnother(ArgumentOf(script, "signal"));
  const std::string when = ArgumentOf(script, "when");
  if (verb == "session.cancel" && when == "starting") {
    seen = CallOffAtOnce();
  } else if (scenario_.steps[step].verb->needs_running) {
    seen = ActOnRunning(verb, when);
  }
}

SessionObservation SessionRun::ActOnRunning(const std::string& verb, const std::string& when) {
  if (running_ == nullptr) return {};
  Running running = std::move(*running_);
  running_.reset();
  const bool ran = running.had_begun && running.process->Runs();
  const Stopwatch watch;
  LaunchResult result;
  if (verb == "session.kill") running.process->Signal(SIGKILL);
  if (when == "closing") running.process->Signal(SIGTERM);
  result = verb == "session.cancel" ? running.process->Kill() : running.process->Finish();
  const std::string how = "the launch, which " + std::string(ran ? "ran" : "did not run") + ", ended with " +
                          Describe(result.ending) + " after " + std::to_string(static_cast<int>(watch.ElapsedMs())) + " ms";
  const bool as_meant = verb != "session.timeout" || result.ending == Ending(TimedOut{});
  const bool in_time = verb == "session.timeout" || result.ending != Ending(TimedOut{});
  Conclude(running.launch, std::move(result));
  left_.push_back(std::move(running.process));
  return ran && as_meant && in_time ? Happened(how) : DidNot(how);
}

SessionObservation SessionRun::CallOffAtOnce() {
  if (!sessions_.contains(current_)) return {};
  const std::unique_ptr<Process> process = Start(StayingCommand(MakeNonce()));
  if (process->pid() < 0) return DidNot("nothing was started");
  const LaunchResult result = process->Kill();
  return Happened("a launch that had just been started was called off, and ended with " + Describe(result.ending));
}

std::vector<std::string> SessionRun::StayingCommand(const std::string& token) const {
  return ProbeCommand(script_.carrier, token, {}, {}, {}, true);
}

SessionObservation SessionRun::CloseCurrent() {
  if (!sessions_.contains(current_)) return {};
  Running* const running = running_.get();
  const bool ran = running == nullptr ? anything_ran_ : running->had_begun && running->process->Runs();
  Close(current_);
  if (running != nullptr) {
    Conclude(running->launch, ResultAsItIs(*running->process));
    left_.push_back(std::move(running->process));
    running_.reset();
  }
  return ran ? Happened("the session was closed") : DidNot("the session was closed, and nothing had been seen to run in it");
}

void SessionRun::Close(const std::string& name) {
  const auto found = sessions_.find(name);
  if (found == sessions_.end()) return;
  if (found->second.parent) found->second.parent->Close();
  found->second.session->Close();
}

SessionObservation SessionRun::Reopen() {
  Close(current_);
  sessions_.erase(current_);
  SessionObservation observation;
  return Open(current_, observation) ? TryOut() : observation;
}

SessionObservation SessionRun::OpenNamed(const std::string& name) {
  current_ = name;
  SessionObservation observation;
  return sessions_.contains(name) || Open(name, observation) ? TryOut() : observation;
}

// That a session is open is shown by what runs in it, and not by what the adapter says.
SessionObservation SessionRun::TryOut() {
  const std::string token = MakeNonce();
  const LaunchResult result = RunToEnd(*Start(ProbeCommand(script_.carrier, token, {}, {}, {})));
  if (TellsEnd(result.out, token)) return Happened("a program ran in session " + current_);
  SessionObservation observation = DidNot("no program ran in session " + current_);
  if (result.ending != Ending(Exited{0})) observation.refusal = Describe(result.ending);
  return observation;
}

SessionObservation SessionRun::StartAnother() {
  if (!sessions_.contains(current_)) return {};
  const std::string token = MakeNonce();
  std::unique_ptr<Process> process = Start(StayingCommand(token));
  const bool begun = process->PumpUntil([&token](const std::string& out) { return TellsEnd(out, token); },
                                        Deadline::In(sessions_.at(current_).wall));
  if (begun) {
    others_.push_back({std::move(process), 0, true});
    return Happened("launch " + std::to_string(others_.size()) + " runs");
  }
  const LaunchResult result = process->Kill();
  SessionObservation observation = DidNot("nothing more was started");
  if (result.ending != Ending(Exited{0})) observation.refusal = Describe(result.ending);
  return observation;
}

SessionObservation SessionRun::SignalAnother(const std::string& signal) {
  if (others_.empty()) return {};
  Running last = std::move(others_.back());
  others_.pop_back();
  const bool ran = last.process->Runs();
  last.process->Signal(*FindSignal(signal));
  const LaunchResult result = last.process->Finish();
  const std::string how = "the launch ended with " + Describe(result.ending);
  left_.push_back(std::move(last.process));
  return ran && result.ending != Ending(TimedOut{}) ? Happened(how) : DidNot(how);
}

void SessionRun::CloseAll() {
  if (running_) CloseCurrent();
  for (auto& [name, opening] : sessions_) {
    Close(name);
    closed_.push_back(std::move(opening.session));
    if (opening.parent) closed_.push_back(std::move(opening.parent));
  }
  sessions_.clear();
}

void SessionRun::Drop() {
  others_.clear();
  left_.clear();
  closed_.clear();
}

}  // namespace harness
