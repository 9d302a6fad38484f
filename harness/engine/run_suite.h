// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/arena/arena.h"
#include "harness/engine/plan.h"
#include "harness/model/report.h"
#include "harness/model/scenario.h"

namespace harness {

enum class ArenaChoice { kAuto, kPrivate, kHost };

struct SuiteOptions {
  PlanOptions plan;
  ArenaChoice arena = ArenaChoice::kAuto;
  int jobs = 1;
  bool fail_fast = false;
  std::optional<Account> account;
  Tools tools;
  // Where a host arena makes its two directories.
  std::string host_stage_parent;
  std::string host_elsewhere_parent;
  // What a case may take beside its launches before its worker is given up.
  Milliseconds case_patience{20'000};
};

// The adapter under test and the two controls. Workers use copies of them, made by fork.
struct SuiteAdapters {
  Adapter& subject;
  Adapter& noop;
  Adapter& void_adapter;
};

// Told of each case as it comes in, in no particular order.
struct SuiteProgress {
  int done = 0;
  int total = 0;
  const CaseReport* latest = nullptr;
};

// Runs the cases over workers, each in its own arena, and judges them. A worker that dies or hangs costs one case, which
// is INCONCLUSIVE, and is replaced. SIGINT and SIGTERM end the run early: what was judged by then is in the report, which
// is marked as interrupted. The calling process must have one thread.
//
// The report lacks what only the caller knows: the pack's name and digest, the exit status, and reproduce lines.
Result<RunReport> RunSuite(const std::vector<Scenario>& scenarios, const SuiteAdapters& adapters,
                           const SuiteOptions& options, const std::function<void(const SuiteProgress&)>& progress);

}  // namespace harness
