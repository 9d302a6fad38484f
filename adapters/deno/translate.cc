// SPDX-License-Identifier: Apache-2.0
#include "adapters/deno/translate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

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
  if (limits.cpu) return Refused{"limits.cpu", "Deno sets no limits"};
  if (limits.memory_bytes) return Refused{"limits.memory", "Deno sets no limits"};
  if (limits.disk_bytes) return Refused{"limits.disk", "Deno sets no limits"};
  if (limits.pids) return Refused{"limits.pids", "Deno sets no limits"};
  if (limits.output_bytes) return Refused{"limits.output", "Deno sets no limits"};
  if (limits.files) return Refused{"limits.files", "Deno sets no limits"};
  return std::nullopt;
}

// Deno wants every permission for what lies there, whatever is granted, but for a few devices.
bool IsOfTheKernel(const std::string& path) {
  const auto contains = [&path](const char* root) { return harness::PathContains(root, path); };
  return contains("/dev") || contains("/proc") || contains("/sys");
}

std::optional<Refused> FindUnenforceablePath(const harness::Filesystem& filesystem) {
  for (const auto* paths : {&filesystem.read, &filesystem.write, &filesystem.deny}) {
    for (const std::string& path : *paths) {
      if (path.find(',') != std::string::npos)
        return Refused{"filesystem", "Deno takes a comma for the end of a path: " + path};
    }
  }
  for (const auto* grants : {&filesystem.read, &filesystem.write}) {
    for (const std::string& path : *grants) {
      if (IsOfTheKernel(path)) return Refused{"filesystem", "Deno grants nothing in /dev, /proc and /sys: " + path};
    }
  }
  for (const std::string& path : filesystem.deny) {
    if (path.find_first_of("*?[") != std::string::npos)
      return Refused{"filesystem.deny", "Deno knows no globs: " + path};
  }
  return std::nullopt;
}

std::optional<Refused> FindUnenforceable(const Policy& policy) {
  if (!policy.sandbox) return Refused{"sandbox", "that would be Deno with every permission; use --adapter noop"};
  if (!policy.network.listen.empty()) {
    return Refused{"network.listen", "a permission of Deno to listen on a port is one to connect to it too"};
  }
  if (!policy.network.unix_sockets.empty()) {
    return Refused{"network.unix", "a permission of Deno to connect to a Unix socket is one to replace it too"};
  }
  if (policy.process.isolate == policy.process.signal_outside) {
    return Refused{"process", "Deno has one permission for processes, to see and to signal them"};
  }
  if (auto refused = FindUnenforceablePath(policy.filesystem)) return refused;
  return FindUnenforceableLimit(policy.limits);
}

// `--option=a,b`; nothing where there are no values, since an option without any means all that there is.
void AddList(const std::string& option, const std::vector<std::string>& values, std::vector<std::string>& options) {
  std::string list;
  for (const std::string& value : values) {
    // What programs need to start, Deno needs no permission for.
    if (value != harness::kSystem) list += (list.empty() ? "" : ",") + value;
  }
  if (!list.empty()) options.push_back(option + "=" + list);
}

void AddPaths(const std::string& option, const std::vector<std::string>& paths, std::vector<std::string>& options) {
  if (Has(paths, kEverything)) {
    options.push_back(option);
  } else {
    AddList(option, paths, options);
  }
}

void AddNetwork(const Network& network, std::vector<std::string>& options) {
  if (network.mode == Network::Mode::kOpen) options.emplace_back("--allow-net");
  if (network.mode == Network::Mode::kAllow) AddList("--allow-net", network.allow, options);
}

}  // namespace

std::variant<std::vector<std::string>, Refused> DenoOptions(const Policy& policy) {
  if (auto refused = FindUnenforceable(policy)) return *std::move(refused);
  std::vector<std::string> options = DenoRunOptions();
  std::vector<std::string> read = policy.filesystem.read;
  read.insert(read.end(), policy.filesystem.write.begin(), policy.filesystem.write.end());
  AddPaths("--allow-read", read, options);
  AddPaths("--allow-write", policy.filesystem.write, options);
  AddPaths("--deny-read", policy.filesystem.deny, options);
  AddPaths("--deny-write", policy.filesystem.deny, options);
  AddNetwork(policy.network, options);
  std::set<std::string> names = {"HOME", "LANG", "PATH", "TMPDIR"};
  names.insert(policy.environment.pass.begin(), policy.environment.pass.end());
  for (const auto& [name, value] : policy.environment.set) names.insert(name);
  AddList("--allow-env", {names.begin(), names.end()}, options);
  if (!policy.process.isolate) options.emplace_back("--allow-run");
  return options;
}

std::vector<std::string> DenoEnvironment(const Policy& policy, const harness::SessionStage& stage,
                                         const std::vector<std::string>& launcher_environment,
                                         const std::string& cache_directory) {
  std::map<std::string, std::string> environment = EnvironmentInside(policy, stage, stage.tmp, launcher_environment);
  for (const std::string& entry : launcher_environment) {
    const std::size_t equals = entry.find('=');
    const std::string name = entry.substr(0, equals);
    // These would change Deno, or its loader, and not the program.
    if (equals == std::string::npos || name.starts_with("DENO_") || name.starts_with("LD_")) continue;
    environment.try_emplace(name, entry.substr(equals + 1));
  }
  environment["DENO_DIR"] = cache_directory;
  environment["DENO_NO_UPDATE_CHECK"] = "1";
  environment["NO_COLOR"] = "1";
  return harness::EnvironmentBlock(environment);
}

const std::vector<std::string>& DenoRunOptions() {
  static const std::vector<std::string> kOptions = {"--quiet",     "--no-prompt", "--no-config",    "--no-lock",
                                                    "--no-remote", "--no-npm",    "--no-code-cache"};
  return kOptions;
}

}  // namespace adapters
