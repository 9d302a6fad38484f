// SPDX-License-Identifier: Apache-2.0
#include "harness/model/launch.h"

#include "harness/model/signal_names.h"

namespace harness {
namespace {

struct Describer {
  std::string operator()(const Exited& ending) const { return "exit " + std::to_string(ending.code); }
  std::string operator()(const Signaled& ending) const { return SignalName(ending.number); }
  std::string operator()(const TimedOut&) const { return "timed out"; }
  std::string operator()(const NotStarted& ending) const {
    return "not started (" + ending.stage + ": " + ErrnoName(ending.code) + ")";
  }
  std::string operator()(const StillRuns&) const { return "nothing yet"; }
};

}  // namespace

std::string Describe(const Ending& ending) { return std::visit(Describer{}, ending); }

}  // namespace harness
