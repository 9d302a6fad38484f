// SPDX-License-Identifier: Apache-2.0
#include "harness/model/judgement.h"

namespace harness {

std::string Describe(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return "PASS";
    case Verdict::kFail: return "FAIL";
    case Verdict::kWeakened: return "WEAKENED";
    case Verdict::kUnstable: return "UNSTABLE";
    case Verdict::kInconclusive: return "INCONCLUSIVE";
    case Verdict::kUnsupported: return "UNSUPPORTED";
    case Verdict::kExpectedFail: return "XFAIL";
    case Verdict::kUnexpectedPass: return "XPASS";
    case Verdict::kStale: return "STALE";
  }
  return {};
}

std::string Describe(Failure failure) {
  switch (failure) {
    case Failure::kNone: return "";
    case Failure::kBreach: return "breach";
    case Failure::kOverblock: return "overblock";
    case Failure::kSurvivor: return "survivor";
    case Failure::kResidue: return "residue";
    case Failure::kUnfaithful: return "unfaithful";
  }
  return {};
}

const std::vector<Verdict>& AllVerdicts() {
  static const std::vector<Verdict> kVerdicts = {
      Verdict::kPass,        Verdict::kFail,         Verdict::kWeakened,       Verdict::kUnstable, Verdict::kInconclusive,
      Verdict::kUnsupported, Verdict::kExpectedFail, Verdict::kUnexpectedPass, Verdict::kStale};
  return kVerdicts;
}

bool IsRed(Verdict verdict) {
  return verdict != Verdict::kPass && verdict != Verdict::kUnsupported && verdict != Verdict::kExpectedFail;
}

}  // namespace harness
