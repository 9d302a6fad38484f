// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"

#include <algorithm>

namespace harness {
namespace {

bool Has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Both policies hold their paths as the scenario's file spells them, and so do the steps.
bool IsListedAsDenied(const Scenario& scenario, const Policy& policy, const Step& step) {
  std::vector<std::string> denied = policy.filesystem.deny;
  if (scenario.project) denied.insert(denied.end(), scenario.project->filesystem.deny.begin(), scenario.project->filesystem.deny.end());
  return std::any_of(step.arguments.begin(), step.arguments.end(), [&](const auto& argument) {
    return std::any_of(denied.begin(), denied.end(), [&](const std::string& path) { return PathContains(path, argument.second); });
  });
}

// What is promised by a list of what can be reached.
const char* PromiseOfList(const Network& network) {
  return network.allow.empty() && !network.unix_sockets.empty() ? promise::kAllowedSockets : promise::kAllowedHosts;
}

const char* PromiseToDeny(const Scenario& scenario, const Policy& policy, const Step& step) {
  if (!step.verb->promise.empty()) return step.verb->promise.c_str();
  switch (step.verb->witness) {
    case WitnessKind::kTree: return IsListedAsDenied(scenario, policy, step) ? promise::kDeny : promise::kWriteConfined;
    case WitnessKind::kSecret: return IsListedAsDenied(scenario, policy, step) ? promise::kDeny : promise::kReadConfined;
    case WitnessKind::kLedger:
      if (IsListedAsDenied(scenario, policy, step)) return promise::kDeny;
      return policy.network.mode == Network::Mode::kAllow ? PromiseOfList(policy.network) : promise::kNoNetwork;
    default: return nullptr;
  }
}

const char* PromiseOf(const Scenario& scenario, const Policy& policy, const Step& step) {
  if (step.expect.kind == Expectation::Kind::kDenied) return PromiseToDeny(scenario, policy, step);
  if (step.expect.kind == Expectation::Kind::kAbsent) {
    return step.verb->promise.empty() ? promise::kMortalDescendants : step.verb->promise.c_str();
  }
  const bool reaches_out = step.expect.kind == Expectation::Kind::kAllowed && step.verb->witness == WitnessKind::kLedger;
  if (!reaches_out || policy.network.mode != Network::Mode::kAllow) return nullptr;
  return step.verb->name == "unix.connect" ? promise::kAllowedSockets : promise::kAllowedHosts;
}

const Policy& PolicyOf(const Scenario& scenario, const std::string& session) {
  const auto found = std::find_if(scenario.sessions.begin(), scenario.sessions.end(),
                                  [&session](const NamedSession& one) { return one.name == session; });
  return found == scenario.sessions.end() ? scenario.policy : found->policy;
}

std::vector<const Policy*> PoliciesOf(const Scenario& scenario) {
  std::vector<const Policy*> policies = {&scenario.policy};
  for (const NamedSession& session : scenario.sessions) policies.push_back(&session.policy);
  return policies;
}

void ConcedeIn(Policy& policy, const std::vector<std::string>& parts) {
  if (Has(parts, "filesystem.read")) policy.filesystem.read.emplace_back("/");
  if (Has(parts, "filesystem.write")) policy.filesystem.write.emplace_back("/");
  if (Has(parts, "network") && policy.network.mode == Network::Mode::kNone) policy.network = {Network::Mode::kOpen, {}, {}, {}};
  if (Has(parts, "process")) policy.process = {.isolate = false, .signal_outside = true};
}

}  // namespace

const std::vector<std::string>& AllPromises() {
  static const std::vector<std::string> kPromises = {
      promise::kReadConfined, promise::kWriteConfined,     promise::kDeny,        promise::kNoNetwork,
      promise::kAllowedHosts, promise::kAllowedSockets,    promise::kIsolated,    promise::kMortalDescendants,
      promise::kEnvironment,  promise::kDescriptors,       promise::kIpc,              promise::kHostPrograms,      promise::kTerminal,
      promise::kLimitMemory,  promise::kLimitPids,         promise::kLimitCpu,    promise::kLimitDisk,
      promise::kLimitOutput,  promise::kLimitFiles};
  return kPromises;
}

std::vector<std::string> PromisesOf(const Limits& limits) {
  std::vector<std::string> promises;
  if (limits.memory_bytes) promises.emplace_back(promise::kLimitMemory);
  if (limits.pids) promises.emplace_back(promise::kLimitPids);
  if (limits.cpu) promises.emplace_back(promise::kLimitCpu);
  if (limits.disk_bytes) promises.emplace_back(promise::kLimitDisk);
  if (limits.output_bytes) promises.emplace_back(promise::kLimitOutput);
  if (limits.files) promises.emplace_back(promise::kLimitFiles);
  return promises;
}

std::vector<std::string> PromisesTested(const Scenario& scenario) {
  std::vector<std::string> tested = scenario.needs;
  const auto add = [&tested](const char* one) {
    if (one != nullptr && !Has(tested, one)) tested.emplace_back(one);
  };
  if (!scenario.programs.empty()) add(promise::kHostPrograms);
  const Policy* in_force = &scenario.policy;
  for (const Step& step : scenario.steps) {
    if (step.verb->name == "session.open") in_force = &PolicyOf(scenario, step.arguments.at("name"));
    add(PromiseOf(scenario, *in_force, step));
  }
  if (scenario.project && !scenario.project->filesystem.deny.empty()) add(promise::kDeny);
  if (scenario.project) {
    for (const std::string& limit : PromisesOf(scenario.project->limits)) add(limit.c_str());
  }
  for (const Policy* policy : PoliciesOf(scenario)) {
    if (!policy->filesystem.deny.empty()) add(promise::kDeny);
    for (const std::string& limit : PromisesOf(policy->limits)) add(limit.c_str());
  }
  return tested;
}

Scenario Concede(Scenario scenario, const std::vector<std::string>& promises) {
  if (!Has(promises, promise::kReadConfined)) scenario.conceded.emplace_back("filesystem.read");
  if (!Has(promises, promise::kWriteConfined)) scenario.conceded.emplace_back("filesystem.write");
  const std::vector<const Policy*> policies = PoliciesOf(scenario);
  const bool any_without_network = std::any_of(policies.begin(), policies.end(), [](const Policy* policy) {
    return policy->network.mode == Network::Mode::kNone;
  });
  if (!Has(promises, promise::kNoNetwork) && any_without_network) {
    scenario.conceded.emplace_back("network");
  }
  if (!Has(promises, promise::kIsolated)) scenario.conceded.emplace_back("process");
  ConcedeIn(scenario.policy, scenario.conceded);
  if (scenario.project) ConcedeIn(*scenario.project, scenario.conceded);
  for (NamedSession& session : scenario.sessions) ConcedeIn(session.policy, scenario.conceded);
  return scenario;
}

}  // namespace harness
