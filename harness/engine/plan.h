// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/identity.h"
#include "harness/model/scenario.h"

namespace harness {

struct PlannedCase {
  std::size_t scenario = 0;  // index into the scenarios that were planned
  Surface surface = Surface::kExec;
};

struct PlanOptions {
  std::vector<std::string> filters;  // globs over case ids or scenario ids; empty: every case
  std::vector<Surface> surfaces;     // empty: every one
  std::vector<std::string> missing_programs{};  // that scenarios name and the host does not have
  int shard = 1;                     // this shard, from 1
  int shards = 1;
};

// A case that the adapter does not promise anything about.
struct UnsupportedCase {
  PlannedCase planned;
  std::string why;
};

struct Plan {
  std::vector<PlannedCase> cases;            // ordered by id
  std::vector<UnsupportedCase> unsupported;  // not run, but never silently
  int required = 0;                // before filters and surfaces took cases away; within this shard
};

// Which cases there are: each scenario through each surface that it asks for and the adapter offers. Pure.
Plan MakePlan(const std::vector<Scenario>& scenarios, const Identity& adapter, const PlanOptions& options);

std::string CaseId(const Scenario& scenario, Surface surface);

}  // namespace harness
