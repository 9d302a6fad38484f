// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"

#include <algorithm>

namespace harness {
namespace {

bool Has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Both policies hold their paths as the scenario's file spells them, and so do the steps.
bool IsListedAsDenied(const Scenario& scenario, const Step& step) {
  std::vector<std::string> denied = scenario.policy.filesystem.deny;
  if (scenario.project) denied.insert(denied.end(), scenario.project->filesystem.deny.begin(), scenario.project->filesystem.deny.end());
  return std::any_of(step.arguments.begin(), step.arguments.end(), [&](const auto& argument) {
    return std::any_of(denied.begin(), denied.end(), [&](const std::string& path) { return PathContains(path, argument.second); });
  });
}

const char* PromiseToDeny(const Scenario& scenario, const Step& step) {
  if (!step.verb->promise.empty()) return step.verb->promise.c_str();
  switch (step.verb->witness) {
    case WitnessKind::kTree: return IsListedAsDenied(scenario, step) ? promise::kDeny : promise::kWriteConfined;
    case WitnessKind::kSecret: return IsListedAsDenied(scenario, step) ? promise::kDeny : promise::kReadConfined;
    case WitnessKind::kLedger:
      return scenario.policy.network.mode == Network::Mode::kAllow ? promise::kAllowedHosts : promise::kNoNetwork;
    default: return nullptr;
  }
}

const char* PromiseOf(const Scenario& scenario, const Step& step) {
  if (step.expect.kind == Expectation::Kind::kDenied) return PromiseToDeny(scenario, step);
  if (step.expect.kind == Expectation::Kind::kAbsent) return promise::kMortalDescendants;
  const bool reaches_out = step.expect.kind == Expectation::Kind::kAllowed && step.verb->witness == WitnessKind::kLedger;
  return reaches_out && scenario.policy.network.mode == Network::Mode::kAllow ? promise::kAllowedHosts : nullptr;
}

void ConcedeIn(Policy& policy, const std::vector<std::string>& parts) {
  if (Has(parts, "filesystem.read")) policy.filesystem.read.emplace_back("/");
  if (Has(parts, "filesystem.write")) policy.filesystem.write.emplace_back("/");
  if (Has(parts, "network")) policy.network = {Network::Mode::kOpen, {}, {}, {}};
  if (Has(parts, "process")) policy.process = {.isolate = false, .signal_outside = true};
}

}  // namespace

const std::vector<std::string>& AllPromises() {
  static const std::vector<std::string> kPromises = {
      promise::kReadConfined, promise::kWriteConfined,     promise::kDeny,        promise::kNoNetwork,
      promise::kAllowedHosts, promise::kIsolated,          promise::kMortalDescendants, promise::kEnvironment,
      promise::kLimitMemory,  promise::kLimitPids,         promise::kLimitCpu,    promise::kLimitDisk};
  return kPromises;
}

std::vector<std::string> PromisesTested(const Scenario& scenario) {
  std::vector<std::string> tested = scenario.needs;
  const auto add = [&tested](const char* one) {
    if (one != nullptr && !Has(tested, one)) tested.emplace_back(one);
  };
  for (const Step& step : scenario.steps) add(PromiseOf(scenario, step));
  const bool denies = !scenario.policy.filesystem.deny.empty() || (scenario.project && !scenario.project->filesystem.deny.empty());
  if (denies) add(promise::kDeny);
  if (scenario.policy.limits.memory_bytes) add(promise::kLimitMemory);
  if (scenario.policy.limits.pids) add(promise::kLimitPids);
  if (scenario.policy.limits.cpu) add(promise::kLimitCpu);
  if (scenario.policy.limits.disk_bytes) add(promise::kLimitDisk);
  return tested;
}

Scenario Concede(Scenario scenario, const std::vector<std::string>& promises) {
  if (!Has(promises, promise::kReadConfined)) scenario.conceded.emplace_back("filesystem.read");
  if (!Has(promises, promise::kWriteConfined)) scenario.conceded.emplace_back("filesystem.write");
  if (!Has(promises, promise::kNoNetwork) && scenario.policy.network.mode == Network::Mode::kNone) {
    scenario.conceded.emplace_back("network");
  }
  if (!Has(promises, promise::kIsolated)) scenario.conceded.emplace_back("process");
  ConcedeIn(scenario.policy, scenario.conceded);
  if (scenario.project) ConcedeIn(*scenario.project, scenario.conceded);
  return scenario;
}

}  // namespace harness
