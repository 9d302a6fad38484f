// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/translate.h"

#include <filesystem>
#include <map>
#include <set>

#include "harness/adapter/environment.h"
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

// The directories between a grant for writing and what is denied below it. Renaming one would take the denial along with the
// name, and leave what was denied where the next session does not look.
void PinTheWayTo(const std::string& denied, const std::map<std::string, bool>& grants, std::set<std::string>& pinned) {
  for (const auto& [grant, writable] : grants) {
    if (!writable || !harness::PathContains(grant, denied)) continue;
    std::filesystem::path parent = std::filesystem::path(denied).parent_path();
    for (; parent != grant && harness::PathContains(grant, parent.string()); parent = parent.parent_path()) {
      pinned.insert(parent.string());
      if (parent == parent.parent_path()) break;
    }
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
  std::set<std::string> pinned;
  for (const std::string& path : policy.filesystem.deny) {
    // What is not granted is not there.
    if (!IsGranted(policy, path)) continue;
    PinTheWayTo(path, order.grants, pinned);
    (host.KindOf(path) == HostPath::Kind::kDirectory ? order.denied_directories : order.denied_files).push_back(path);
  }
  order.pinned.assign(pinned.begin(), pinned.end());
  order.own_network = NeedsOwnNetwork(policy);
  order.own_processes = policy.process.isolate;
  order.environment = EnvironmentInside(policy, stage, kPrivateTmp, launcher_environment);
  order.directory = stage.workspace;
  return order;
}

}  // namespace adapters
