// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/translate.h"

#include "harness/adapter/mount_policy.h"

namespace adapters {
namespace {

using harness::HostPath;

constexpr char kPrivateTmp[] = "/tmp";

void ShowSystem(const std::vector<HostPath>& system, landlock::Order& order) {
  for (const HostPath& path : system) {
    if (path.kind == HostPath::Kind::kSymlink) order.links[path.path] = path.target;
    if (path.kind == HostPath::Kind::kDirectory || path.kind == HostPath::Kind::kFile) order.system.push_back(path.path);
  }
}

}  // namespace

std::variant<landlock::Order, harness::Refused> LandlockOrder(const harness::Policy& policy, const harness::SessionStage& stage,
                                                              const harness::HostView& host,
                                                              const std::vector<std::string>& launcher_environment) {
  if (auto refused = UnenforceableByMounts(policy, host, "the embedded sandbox")) return *std::move(refused);
  landlock::Order order;
  order.grants = GrantsOf(policy);
  // Everything has the system in it.
  if (ReadsSystem(policy) && !order.grants.contains("/")) ShowSystem(host.system, order);
  order.system.push_back(stage.tools_directory);
  for (const std::string& path : policy.filesystem.deny) {
    // What is not granted is not there.
    if (!IsGranted(policy, path)) continue;
    (host.KindOf(path) == HostPath::Kind::kDirectory ? order.denied_directories : order.denied_files).push_back(path);
  }
  order.own_network = policy.network.mode == harness::Network::Mode::kNone;
  order.own_processes = policy.process.isolate;
  order.environment = EnvironmentInside(policy, stage, kPrivateTmp, launcher_environment);
  order.directory = stage.workspace;
  return order;
}

}  // namespace adapters
