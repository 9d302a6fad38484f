// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"

namespace harness {
namespace {

bool EndedAs(const Ending& ending, const Expectation& expect) {
  if (expect.kind == Expectation::Kind::kExit) return ending == Ending(Exited{expect.value});
  // A launcher that waits for the program reports its death the way shells do (POSIX.1-2017, 2.8.2).
  return ending == Ending(Signaled{expect.value}) || ending == Ending(Exited{128 + expect.value});
}

}  // namespace

Witness EndingWitness(const StepView& view) {
  if (view.launch == nullptr) return {"ending", Outcome::kUnknown, "it was not launched"};
  const bool reached = view.answer != nullptr && view.answer->begun;
  const bool as_expected = reached && EndedAs(view.launch->result.ending, view.step.expect);
  return {"ending", as_expected ? Outcome::kHappened : Outcome::kNotHappened,
          "the launch ended with " + Describe(view.launch->result.ending) +
              (reached ? "" : ", before the step was reached")};
}

Witness StdoutWitness(const StepView& view) {
  const std::string raw = view.answer == nullptr ? std::string() : view.answer->raw;
  const bool same = view.answer != nullptr && raw == view.input;
  return {"output bytes", same ? Outcome::kHappened : Outcome::kNotHappened,
          std::to_string(view.input.size()) + " bytes went in, " + std::to_string(raw.size()) + " came out" +
              (same ? ", the same" : (raw.size() == view.input.size() ? ", others" : ""))};
}

Witness SessionWitness(const StepView& view) {
  if (view.session == nullptr || !view.session->performed) {
    return {"session", Outcome::kNotHappened, "there was nothing to do it to"};
  }
  const std::string refused = view.session->refusal.empty() ? std::string() : ", refused: " + view.session->refusal;
  return {"session", view.session->outcome, view.session->detail + refused};
}

Witness RunWitness(const StepView& view) {
  for (const LaunchObservation& launch : view.seen.launches) {
    if (launch.output.token_came_back) return {"trace of a run", Outcome::kHappened, "the launch's token came back"};
  }
  if (!view.changes.empty()) {
    return {"trace of a run", Outcome::kHappened, "no token came back, but " + Describe(view.changes.front())};
  }
  return {"trace of a run", Outcome::kNotHappened, "no token came back and nothing changed"};
}

}  // namespace harness
