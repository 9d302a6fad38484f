// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/plan.h"

#include <fnmatch.h>

#include <algorithm>
#include <utility>

#include "harness/model/promise.h"

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

bool IsAmong(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Why the scenario makes no sense with this adapter; empty where it does.
std::string Unsupported(const Scenario& scenario, const Identity& adapter, const PlanOptions& options) {
  for (const std::string& program : scenario.programs) {
    if (IsAmong(options.missing_programs, program)) return program + " is not installed on this host";
  }
  for (const std::string& tested : PromisesTested(scenario)) {
    if (!IsAmong(adapter.capabilities, tested)) return "the adapter does not promise " + tested;
  }
  for (const Step& step : scenario.steps) {
    if (step.verb->needs_own_processes && !adapter.arena.own_processes) {
      return "without a pid namespace around the sandbox nothing keeps " + step.verb->name + " in its control from the whole machine";
    }
  }
  if (adapter.verbs.empty()) return {};
  for (const Step& step : scenario.steps) {
    if (step.verb->side == VerbSide::kProbe && !IsAmong(adapter.verbs, step.verb->name)) {
      return "what runs in this sandbox has no way to do " + step.verb->name;
    }
  }
  return {};
}

bool IsAmong(const std::vector<Surface>& surfaces, Surface surface) {
  return std::find(surfaces.begin(), surfaces.end(), surface) != surfaces.end();
}

}  // namespace

std::string CaseId(const Scenario& scenario, Surface surface) {
  return scenario.id + "@" + std::string(Name(surface));
}

Plan MakePlan(const std::vector<Scenario>& scenarios, const Identity& adapter, const PlanOptions& options) {
  Plan plan;
  int counted = 0;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    const std::vector<Surface> surfaces = SurfacesOf(scenarios[i]);
    for (const Surface surface : adapter.surfaces) {
      if (!IsAmong(surfaces, surface)) continue;
      if (counted++ % options.shards != options.shard - 1) continue;
      ++plan.required;
      if (!Has(options.surfaces, surface) || !Matches(options.filters, scenarios[i], surface)) continue;
      if (std::string why = Unsupported(scenarios[i], adapter, options); !why.empty()) {
        plan.unsupported.push_back({{i, surface}, std::move(why)});
      } else {
        plan.cases.push_back({i, surface});
      }
    }
    for (const OutsideSurface& outside : adapter.outside) {
      if (!IsAmong(surfaces, outside.surface) || !Has(options.surfaces, outside.surface)) continue;
      if (!Matches(options.filters, scenarios[i], outside.surface) || options.shard != 1) continue;
      ++plan.required;
      plan.unsupported.push_back({{i, outside.surface}, "declared as outside of the boundary: " + outside.why});
    }
    const bool offers_any = std::any_of(adapter.surfaces.begin(), adapter.surfaces.end(),
                                        [&](Surface surface) { return IsAmong(surfaces, surface); });
    if (offers_any || surfaces.empty() || options.shard != 1) continue;
    ++plan.required;
    plan.unsupported.push_back({{i, surfaces.front()}, "the adapter offers none of its surfaces"});
  }
  return plan;
}

}  // namespace harness
