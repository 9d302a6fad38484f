// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/translate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace adapters {
namespace {

using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;

constexpr char kPath[] = "/usr/local/bin:/usr/bin:/bin";
constexpr char kPrivateTmp[] = "/tmp";

HostPath::Kind KindOf(const std::vector<HostPath>& paths, const std::string& path) {
  const auto found = std::find_if(paths.begin(), paths.end(), [&](const HostPath& one) { return one.path == path; });
  return found == paths.end() ? HostPath::Kind::kMissing : found->kind;
}

// Builds the option list in the order in which bwrap carries it out: later mounts lie over earlier ones.
class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const HostView& host)
      : policy_(policy), stage_(stage), host_(host) {}

  std::optional<Refused> FindUnenforceable() const {
    if (!policy_.sandbox) return Refused{"sandbox", "bubblewrap has no mode that enforces nothing; use --adapter noop"};
    if (policy_.network.mode == Network::Mode::kAllow) {
      return Refused{"network.allow", "bubblewrap can share the network or take it away, not filter it"};
    }
    if (!policy_.process.isolate && !policy_.process.signal_outside) {
      return Refused{"process.signal-outside", "without a pid namespace bubblewrap cannot keep signals in"};
    }
    if (policy_.process.isolate && policy_.process.signal_outside) {
      return Refused{"process.signal-outside", "a pid namespace lets no signal out"};
    }
    const harness::Limits& limits = policy_.limits;
    if (limits.cpu) return Refused{"limits.cpu", "bubblewrap sets no limits"};
    if (limits.memory_bytes) return Refused{"limits.memory", "bubblewrap sets no limits"};
    if (limits.disk_bytes) return Refused{"limits.disk", "bubblewrap sets no limits"};
    if (limits.pids) return Refused{"limits.pids", "bubblewrap sets no limits"};
    for (const auto* grants : {&policy_.filesystem.read, &policy_.filesystem.write}) {
      for (const std::string& path : *grants) {
        if (path != harness::kSystem && KindOf(host_.named, path) == HostPath::Kind::kMissing) {
          return Refused{"filesystem", "bubblewrap cannot grant a path that does not exist: " + path};
        }
      }
    }
    return FindUnenforceableDenial();
  }

  std::vector<std::string> Options(const std::vector<std::string>& launcher_environment) {
    AddNamespaces();
    AddEnvironment(launcher_environment);
    AddSystem();
    AddGrants();
    AddDenials();
    Add({"--remount-ro", "/"});
    Add({"--chdir", stage_.workspace});
    return std::move(options_);
  }

 private:
  void Add(std::initializer_list<std::string> words) { options_.insert(options_.end(), words); }

  std::optional<Refused> FindUnenforceableDenial() const {
    for (const std::string& path : policy_.filesystem.deny) {
      if (path.find_first_of("*?[") != std::string::npos) {
        return Refused{"filesystem.deny", "bubblewrap knows no globs: " + path};
      }
      if (LiesAboveAGrant(path)) {
        return Refused{"filesystem.deny", "bubblewrap would cover the grant below it too: " + path};
      }
      if (!IsGranted(path)) continue;
      const HostPath::Kind kind = KindOf(host_.named, path);
      if (kind == HostPath::Kind::kMissing) {
        return Refused{"filesystem.deny", "bubblewrap cannot deny a path that does not exist without creating it: " + path};
      }
      if (kind == HostPath::Kind::kSymlink) {
        return Refused{"filesystem.deny", "bubblewrap would cover what the link leads to, not the link: " + path};
      }
    }
    return std::nullopt;
  }

  bool ReadsSystem() const {
    const auto& read = policy_.filesystem.read;
    return std::find(read.begin(), read.end(), harness::kSystem) != read.end();
  }

  bool IsGranted(const std::string& path) const {
    const auto contains = [&path](const std::string& root) { return PathContains(root, path); };
    return std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), contains) ||
           std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), contains) ||
           (ReadsSystem() && std::any_of(SystemPaths().begin(), SystemPaths().end(), contains));
  }

  bool LiesAboveAGrant(const std::string& path) const {
    const auto is_below = [&path](const std::string& grant) { return grant != path && PathContains(path, grant); };
    return std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), is_below) ||
           std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), is_below);
  }

  void AddNamespaces() {
    if (policy_.process.isolate) Add({"--unshare-pid"});
    if (policy_.network.mode == Network::Mode::kNone) Add({"--unshare-net"});
    Add({"--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"});
    // Without these a program inside can type into the terminal, and outlives a launcher that is killed.
    Add({"--new-session", "--die-with-parent"});
    Add({"--cap-drop", "ALL"});
  }

  void AddEnvironment(const std::vector<std::string>& launcher_environment) {
    std::map<std::string, std::string> environment = {
        {"PATH", kPath}, {"HOME", stage_.home}, {"TMPDIR", kPrivateTmp}, {"LANG", "C.UTF-8"}};
    for (const std::string& name : policy_.environment.pass) {
      if (auto value = harness::EnvironmentValue(launcher_environment, name)) environment[name] = *value;
    }
    for (const auto& [name, value] : policy_.environment.set) environment[name] = value;
    Add({"--clearenv"});
    for (const auto& [name, value] : environment) Add({"--setenv", name, value});
  }

  void AddSystem() {
    if (ReadsSystem()) {
      for (const HostPath& path : host_.system) {
        if (path.kind == HostPath::Kind::kSymlink) Add({"--symlink", path.target, path.path});
        if (path.kind == HostPath::Kind::kDirectory || path.kind == HostPath::Kind::kFile) {
          Add({"--ro-bind", path.path, path.path});
        }
      }
    }
    // A new /proc shows the new pid namespace; without one the old /proc is all there is.
    if (policy_.process.isolate) {
      Add({"--proc", "/proc"});
    } else {
      Add({"--ro-bind", "/proc", "/proc"});
    }
    Add({"--dev", "/dev", "--tmpfs", kPrivateTmp});
    Add({"--ro-bind", stage_.tools_directory, stage_.tools_directory});
  }

  // Ordered by path, so that a grant below another one lies over it.
  void AddGrants() {
    std::map<std::string, std::string> grants;
    for (const std::string& path : policy_.filesystem.read) {
      if (path != harness::kSystem) grants[path] = "--ro-bind";
    }
    for (const std::string& path : policy_.filesystem.write) grants[path] = "--bind";
    for (const auto& [path, option] : grants) Add({option, path, path});
  }

  void AddDenials() {
    for (const std::string& path : policy_.filesystem.deny) {
      // What is not granted is not there.
      if (!IsGranted(path)) continue;
      if (KindOf(host_.named, path) == HostPath::Kind::kDirectory) {
        Add({"--perms", "0000", "--tmpfs", path, "--remount-ro", path});
      } else {
        // bwrap mounts without device access, so that even opening this fails.
        Add({"--ro-bind", "/dev/null", path});
      }
    }
  }

  const Policy& policy_;
  const harness::SessionStage& stage_;
  const HostView& host_;
  std::vector<std::string> options_;
};

}  // namespace

const std::vector<std::string>& SystemPaths() {
  static const std::vector<std::string> kPaths = {
      "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
      "/etc/alternatives", "/etc/group", "/etc/hosts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
      "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/resolv.conf", "/etc/ssl/certs"};
  return kPaths;
}

std::variant<std::vector<std::string>, Refused> BubblewrapOptions(const Policy& policy,
                                                                  const harness::SessionStage& stage,
                                                                  const HostView& host,
                                                                  const std::vector<std::string>& launcher_environment) {
  Translation translation(policy, stage, host);
  if (auto refused = translation.FindUnenforceable()) return *std::move(refused);
  return translation.Options(launcher_environment);
}

}  // namespace adapters
