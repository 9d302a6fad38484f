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

std::string CameOut(const std::string& bytes, const std::string& input) {
  if (bytes == input) return "the same came out";
  return std::to_string(bytes.size()) + (bytes.size() == input.size() ? " others" : "") + " came out";
}

Witness TailWitness(const StepView& view, const std::string& raw) {
  const bool same = raw == view.script.nonce;
  return {"output bytes", same ? Outcome::kHappened : Outcome::kNotHappened,
          same ? "standard output ended with the nonce, and nothing behind it" : "standard output ended with '" + Printable(raw.substr(0, 100)) + "'"};
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
  if (view.step.verb->name == "stdio.tail") return TailWitness(view, raw);
  bool same = view.answer != nullptr && raw == view.input;
  std::string detail = std::to_string(view.input.size()) + " bytes went in, " + CameOut(raw, view.input) + " on standard output";
  if (view.step.verb->name == "stdio.both") {
    const std::string err = view.launch == nullptr ? std::string() : view.launch->result.err;
    same = same && err == view.input;
    detail += ", " + CameOut(err, view.input) + " on standard error";
  }
  return {"output bytes", same ? Outcome::kHappened : Outcome::kNotHappened, std::move(detail)};
}

Witness TerminalWitness(const StepView& view) {
  const bool typed = view.launch != nullptr && view.launch->result.unread.find(view.script.nonce) != std::string::npos;
  return {"terminal", typed ? Outcome::kHappened : Outcome::kNotHappened,
          typed ? "the step's nonce lies typed in the terminal, for the next program to read" : "nothing of the step's lies typed in the terminal"};
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
