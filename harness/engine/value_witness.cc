// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"

namespace harness {

std::optional<std::string> ValueOf(const StepView& view) {
  if (view.answer == nullptr || !view.answer->record) return std::nullopt;
  if (view.answer->record->result != ProbeRecord::Result::kDone) return std::nullopt;
  return view.answer->data;
}

// That something was told is all that one leg can show; whether it is right shows against the control, which the judge sees.
Witness ValueWitness(const StepView& view) {
  constexpr std::size_t kShown = 300;
  const std::optional<std::string> value = ValueOf(view);
  if (!value) return {"value", Outcome::kNotHappened, "nothing was told"};
  return {"value", Outcome::kHappened, "'" + Printable(value->substr(0, kShown)) + (value->size() > kShown ? "'..." : "'")};
}

}  // namespace harness
