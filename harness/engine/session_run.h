// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/engine/observations.h"

namespace harness {

// Carries out a script under one adapter: opens sessions, starts launches, and does to them what the session's verbs say. What
// the adapter left running is still there when everything is closed, until `Drop`: a witness has to have its look before.
class SessionRun {
 public:
  // `request_for` makes the request of the session with that name; `look_while_running` is called while a launch that stays
  // has done its steps and runs.
  SessionRun(const Scenario& scenario, const Script& script, Surface surface, Adapter& adapter,
             std::function<SessionRequest(const std::string& session)> request_for, std::function<void()> look_while_running,
             Observations& seen);
  ~SessionRun();
  SessionRun(const SessionRun&) = delete;
  SessionRun& operator=(const SessionRun&) = delete;

  void Perform();
  // Closes every session that is open.
  void CloseAll();
  // Ends what a session has left running.
  void Drop();

 private:
  struct Opening {
    std::unique_ptr<Session> parent;  // of a child
    std::unique_ptr<Session> session;
    Milliseconds wall{};
  };
  // A launch that was left running, or that was started to stay.
  struct Running {
    std::unique_ptr<Process> process;
    std::size_t launch = 0;  // of the script; meaningless for one that was started to stay
    bool had_begun = false;  // it told so
  };

  SessionRequest RequestFor(const std::string& name);
  bool Open(const std::string& name, SessionObservation& observation);
  void Close(const std::string& name);
  bool IsAboutALimit(std::size_t launch) const;
  void Launch(std::size_t launch);
  bool IsAbandoned(const ScriptAct& next) const;
  void LaunchAndAbandon(std::size_t launch, std::size_t step);
  void Act(std::size_t step);
  std::unique_ptr<Process> Start(const std::vector<std::string>& argv);
  void SitAtTerminal(const ScriptLaunch& script, Process& process, Deadline deadline);
  void Conclude(std::size_t launch, LaunchResult result);
  std::vector<std::string> StayingCommand(const std::string& token) const;

  SessionObservation ActOnRunning(const std::string& verb, const std::string& when);
  SessionObservation CallOffAtOnce();
  SessionObservation CloseCurrent();
  SessionObservation Reopen();
  SessionObservation OpenNamed(const std::string& name);
  SessionObservation TryOut();
  SessionObservation StartAnother();
  SessionObservation SignalAnother(const std::string& signal);

  const Scenario& scenario_;
  const Script& script_;
  Surface surface_;
  Adapter& adapter_;
  std::function<SessionRequest(const std::string&)> request_for_;
  std::function<void()> look_while_running_;
  Observations& seen_;
  std::map<std::string, Opening> sessions_;
  std::string current_;
  int opened_ = 0;
  bool anything_ran_ = false;  // a launch told so
  std::unique_ptr<Running> running_;
  std::vector<Running> others_;
  std::vector<std::unique_ptr<Process>> left_;  // whose result is known, and which may still run
  std::vector<std::unique_ptr<Session>> closed_;
};

}  // namespace harness
