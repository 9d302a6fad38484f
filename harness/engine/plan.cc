// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/plan.h"

#include <fnmatch.h>

#include <algorithm>

namespace harness {
namespace {

bool Has(const std::vector<Surface>& surfaces, Surface surface) {
  return surfaces.empty() || std::find(surfaces.begin(), surfaces.end(), surface) != surfaces.end();
}

bool Matches(const std::vector<std::string>& globs, const Scenario& scenario, Surface surface) {
  const std::string id = CaseId(scenario, surface);
  return globs.empty() || std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
           return ::fnmatch(glob.c_str(), id.c_str(), 0) == 0 || ::fnmatch(glob.c_str(), scenario.id.c_str(), 0) == 0;
         });
}

}  // namespace

std::string CaseId(const Scenario& scenario, Surface surface) {
  return scenario.id + "@" + std::string(Name(surface));
}

Plan MakePlan(const std::vector<Scenario>& scenarios, const Identity& adapter, const PlanOptions& options) {
  Plan plan;
  int counted = 0;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    for (const Surface surface : adapter.surfaces) {
      if (!Has(scenarios[i].surfaces, surface)) continue;
      if (counted++ % options.shards != options.shard - 1) continue;
      ++plan.required;
      if (!Has(options.surfaces, surface) || !Matches(options.filters, scenarios[i], surface)) continue;
      plan.cases.push_back({i, surface});
    }
  }
  return plan;
}

}  // namespace harness
