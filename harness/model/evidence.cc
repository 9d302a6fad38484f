// SPDX-License-Identifier: Apache-2.0
#include "harness/model/evidence.h"

#include "harness/model/signal_names.h"

namespace harness {

std::string Describe(Outcome outcome) {
  switch (outcome) {
    case Outcome::kHappened: return "happened";
    case Outcome::kNotHappened: return "did not happen";
    case Outcome::kUnknown: return "unknown";
  }
  return {};
}

std::string Describe(const ProbeRecord& record) {
  switch (record.result) {
    case ProbeRecord::Result::kDone: return "done";
    case ProbeRecord::Result::kFailed: return record.call + " failed with " + ErrnoName(record.errno_number);
    case ProbeRecord::Result::kKilled: return "killed by " + SignalName(record.signal);
  }
  return {};
}

std::string Describe(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::kChange: return "change";
    case Finding::Kind::kLeak: return "leak";
    case Finding::Kind::kContact: return "contact";
    case Finding::Kind::kSurvivor: return "survivor";
    case Finding::Kind::kResidue: return "residue";
  }
  return {};
}

}  // namespace harness
