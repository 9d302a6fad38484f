// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/model/judgement.h"
#include "harness/model/scenario.h"

namespace harness {

// An entry of adapters/NAME/expectations.yaml: a finding about a real sandbox that was checked by hand and is known.
struct KnownFailure {
  std::string case_id;  // "network/deny-unix@exec", or without "@surface" for every surface
  Verdict verdict = Verdict::kFail;
  std::string text;     // must stand in the reason of the case, so that another failure does not hide behind this one
  std::string reason;   // why it is so
  std::string link;     // where that can be read
  Place place;
};

}  // namespace harness
