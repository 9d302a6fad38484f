// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb Act(std::string name, std::string meaning, std::vector<Argument> arguments = {}) {
  Verb verb = {std::move(name), std::move(meaning), VerbSide::kSession, WitnessKind::kSession, std::move(arguments)};
  verb.ends_launch = true;
  return verb;
}

Verb OnRunning(Verb verb) {
  verb.needs_running = true;
  return verb;
}

Verb Refusable(Verb verb) {
  verb.can_be_refused = true;
  return verb;
}

}  // namespace

std::vector<Verb> SessionVerbs() {
  return {
      OnRunning(Act("session.kill", "SIGKILL to the sandbox's own program alone, while the launch before runs")),
      OnRunning(Act("session.timeout", "the launch before goes on until its wall time is over")),
      OnRunning(Act("session.cancel", "the launch before is called off",
                    {Optional("when", ArgumentType::kText, "starting, running or closing; default: running")})),
      OnRunning(Act("session.abandon", "SIGKILL to whoever opened the session and holds the launch before")),
      Act("session.close", "the session is closed, whatever still runs in it"),
      Refusable(Act("session.reopen", "the session is closed and opened again, with the same policy")),
      Refusable(Act("session.open", "a session of `sessions` is opened, or made the current one where it is open",
                    {Required("name", ArgumentType::kText, "its name; main is the first one's")})),
      Refusable(Act("session.start", "one more launch is started, which stays")),
      Act("session.signal", "a signal to the last launch that was started to stay",
          {Required("signal", ArgumentType::kText, "a signal name, such as SIGTERM")}),
  };
}

}  // namespace harness
