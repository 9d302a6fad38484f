// SPDX-License-Identifier: Apache-2.0
#include "adapters/node-permission/translate.h"

#include <algorithm>
#include <map>
#include <optional>

#include "harness/adapter/environment.h"

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;

constexpr char kEverything[] = "/";

bool Has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::optional<Refused> FindUnenforceableLimit(const harness::Limits& limits) {
  if (limits.cpu) return Refused{"limits.cpu", "Node's permission model sets no limits"};
  if (limits.memory_bytes) return Refused{"limits.memory", "Node's permission model sets no limits"};
  if (limits.disk_bytes) return Refused{"limits.disk", "Node's permission model sets no limits"};
  if (limits.pids) return Refused{"limits.pids", "Node's permission model sets no limits"};
  if (limits.output_bytes) return Refused{"limits.output", "Node's permission model sets no limits"};
  if (limits.files) return Refused{"limits.files", "Node's permission model sets no limits"};
  return std::nullopt;
}

std::optional<Refused> FindUnenforceable(const Policy& policy) {
  if (!policy.sandbox) return Refused{"sandbox", "that would be Node without its permission model; use --adapter noop"};
  if (policy.network.mode != Network::Mode::kOpen) {
    return Refused{"network", "Node's permission model does not cover the network"};
  }
  if (policy.process.isolate || !policy.process.signal_outside) {
    return Refused{"process", "Node's permission model keeps no signal in"};
  }
  if (!policy.filesystem.deny.empty()) return Refused{"filesystem.deny", "Node's permission model only grants"};
  for (const auto* grants : {&policy.filesystem.read, &policy.filesystem.write}) {
    for (const std::string& path : *grants) {
      if (path.find('*') != std::string::npos)
        return Refused{"filesystem", "Node would take the asterisk for a wildcard: " + path};
    }
  }
  return FindUnenforceableLimit(policy.limits);
}

// "*" is Node's word for all that there is. What programs need to start, Node has read before the model is in force. A
// path that is granted twice ends Node 20 with a failed assertion.
void AddGrants(const std::string& option, const std::vector<std::string>& paths, std::vector<std::string>& options) {
  if (Has(paths, kEverything)) {
    options.push_back(option + "=*");
    return;
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto end = paths.begin() + static_cast<std::ptrdiff_t>(i);
    const bool repeated = std::find(paths.begin(), end, paths[i]) != end;
    if (paths[i] != harness::kSystem && !repeated) options.push_back(option + "=" + paths[i]);
  }
}

}  // namespace

std::variant<std::vector<std::string>, Refused> NodeOptions(const Policy& policy, const NodeView& node) {
  if (auto refused = FindUnenforceable(policy)) return *std::move(refused);
  // The model is announced as experimental on standard error otherwise.
  std::vector<std::string> options = {"--no-warnings", node.model_option};
  std::vector<std::string> read = node.scripts;
  read.insert(read.end(), policy.filesystem.read.begin(), policy.filesystem.read.end());
  read.insert(read.end(), policy.filesystem.write.begin(), policy.filesystem.write.end());
  AddGrants("--allow-fs-read", read, options);
  AddGrants("--allow-fs-write", policy.filesystem.write, options);
  return options;
}

std::vector<std::string> NodeEnvironment(const Policy& policy, const harness::SessionStage& stage,
                                         const std::vector<std::string>& launcher_environment) {
  return harness::EnvironmentBlock(EnvironmentInside(policy, stage, stage.tmp, launcher_environment));
}

std::string FindModelOption(const std::string& help) {
  for (const char* spelling : {"--permission", "--experimental-permission"}) {
    const std::string line = std::string("\n  ") + spelling;
    for (std::size_t at = help.find(line); at != std::string::npos; at = help.find(line, at + 1)) {
      const std::size_t end = at + line.size();
      // A longer option may begin with the same word.
      if (end < help.size() && (help[end] == ' ' || help[end] == '\n' || help[end] == ',')) return spelling;
    }
  }
  return {};
}

}  // namespace adapters
