// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/mount_policy.h"

#include <algorithm>

#include "harness/model/promise.h"

namespace harness {
namespace {

bool AnyContains(const std::vector<std::string>& roots, const std::string& path) {
  return std::any_of(roots.begin(), roots.end(), [&path](const std::string& root) { return PathContains(root, path); });
}

bool LiesAboveAGrant(const Policy& policy, const std::string& path) {
  const auto is_below = [&path](const std::string& grant) { return grant != path && PathContains(path, grant); };
  return std::any_of(policy.filesystem.read.begin(), policy.filesystem.read.end(), is_below) ||
         std::any_of(policy.filesystem.write.begin(), policy.filesystem.write.end(), is_below);
}

std::optional<Refused> UnenforceableLimit(const Policy& policy, const HostView& host, const std::string& sandbox) {
  for (const std::string& limit : PromisesOf(policy.limits)) {
    if (std::find(host.limits.begin(), host.limits.end(), limit) != host.limits.end()) continue;
    return Refused{limit, sandbox + " sets no limits, and here nothing around it can keep this one"};
  }
  return std::nullopt;
}

// It is shown like a grant, and a grant of anything else would let it be read.
std::optional<Refused> UnenforceableSocket(const Policy& policy, const HostView& host, const std::string& sandbox) {
  for (const std::string& path : policy.network.unix_sockets) {
    if (host.KindOf(path) == HostPath::Kind::kSocket) continue;
    return Refused{"network.unix", sandbox + " can show a socket that is there, and nothing else: " + path};
  }
  return std::nullopt;
}

std::optional<Refused> UnenforceableDenial(const Policy& policy, const HostView& host, const std::string& sandbox) {
  for (const std::string& path : policy.filesystem.deny) {
    if (path.find_first_of("*?[") != std::string::npos) return Refused{"filesystem.deny", sandbox + " knows no globs: " + path};
    if (LiesAboveAGrant(policy, path)) {
      return Refused{"filesystem.deny", sandbox + " would cover the grant below it too: " + path};
    }
    if (!IsGranted(policy, path)) continue;
    const HostPath::Kind kind = host.KindOf(path);
    if (kind == HostPath::Kind::kMissing) {
      return Refused{"filesystem.deny", sandbox + " cannot deny a path that does not exist without creating it: " + path};
    }
    if (kind == HostPath::Kind::kSymlink) {
      return Refused{"filesystem.deny", sandbox + " would cover what the link leads to, not the link: " + path};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refused> UnenforceableByMounts(const Policy& policy, const HostView& host, const std::string& sandbox) {
  if (!policy.sandbox) return Refused{"sandbox", sandbox + " has no mode that enforces nothing; use --adapter noop"};
  if (!policy.network.allow.empty() || !policy.network.listen.empty()) {
    return Refused{policy.network.allow.empty() ? "network.listen" : "network.allow", sandbox + " can share the network or take it away, not filter it"};
  }
  if (!policy.process.isolate && !policy.process.signal_outside) {
    return Refused{"process.signal-outside", "without a pid namespace " + sandbox + " cannot keep signals in"};
  }
  if (policy.process.isolate && policy.process.signal_outside) {
    return Refused{"process.signal-outside", "a pid namespace lets no signal out"};
  }
  if (auto limit = UnenforceableLimit(policy, host, sandbox)) return limit;
  for (const auto& [path, writable] : GrantsOf(policy)) {
    const auto& sockets = policy.network.unix_sockets;
    if (std::find(sockets.begin(), sockets.end(), path) != sockets.end()) continue;
    if (host.KindOf(path) == HostPath::Kind::kMissing) {
      return Refused{"filesystem", sandbox + " cannot grant a path that does not exist: " + path};
    }
  }
  if (auto socket = UnenforceableSocket(policy, host, sandbox)) return socket;
  return UnenforceableDenial(policy, host, sandbox);
}

bool ReadsSystem(const Policy& policy) {
  const auto& read = policy.filesystem.read;
  return std::find(read.begin(), read.end(), kSystem) != read.end();
}

bool IsGranted(const Policy& policy, const std::string& path) {
  return AnyContains(policy.filesystem.read, path) || AnyContains(policy.filesystem.write, path) ||
         (ReadsSystem(policy) && AnyContains(SystemPaths(), path));
}

std::map<std::string, bool> GrantsOf(const Policy& policy) {
  std::map<std::string, bool> grants;
  for (const std::string& path : policy.filesystem.read) {
    // A grant for reading takes nothing away from one for writing.
    if (path != kSystem && !AnyContains(policy.filesystem.write, path)) grants[path] = false;
  }
  for (const std::string& path : policy.filesystem.write) {
    // Nor does one below another add anything, and what lies there may have been put there by whoever the grant is for.
    const bool lies_below = std::any_of(policy.filesystem.write.begin(), policy.filesystem.write.end(),
                                        [&path](const std::string& root) { return root != path && PathContains(root, path); });
    if (!lies_below) grants[path] = true;
  }
  // A socket that may be connected to is shown as a grant of its own; connecting writes nothing to the file system (unix(7)).
  for (const std::string& path : policy.network.unix_sockets) {
    if (!AnyContains(policy.filesystem.write, path)) grants.emplace(path, false);
  }
  return grants;
}

bool NeedsOwnNetwork(const Policy& policy) { return policy.network.mode != Network::Mode::kOpen; }

}  // namespace harness
