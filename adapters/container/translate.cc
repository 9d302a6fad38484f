// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/translate.h"

#include <algorithm>

#include "harness/adapter/environment.h"

namespace adapters {
namespace {

using harness::HostPath;
using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;

constexpr char kPrivateTmp[] = "/tmp";
constexpr char kInitOfImage[] = "/bin/busybox";

bool Contains(const std::vector<std::string>& grants, const std::string& path) {
  return std::any_of(grants.begin(), grants.end(), [&path](const std::string& grant) {
    return grant != harness::kSystem && PathContains(grant, path);
  });
}

// What lies in shared memory is files like any others.
bool IsOwnOfContainers(const std::string& path) {
  if (path != "/dev/shm" && PathContains("/dev/shm", path)) return false;
  return PathContains("/dev", path) || PathContains("/proc", path) || PathContains("/sys", path);
}

class Planner {
 public:
  Planner(Engine engine, const Policy& policy, const harness::SessionStage& stage, const ContainerHost& host,
          const ContainerImage& image)
      : engine_(engine), policy_(policy), stage_(stage), host_(host), image_(image) {}

  std::optional<Refused> FindUnenforceable() const {
    if (!policy_.sandbox) return Refused{"sandbox", "an engine has no mode that enforces nothing; use --adapter noop"};
    if (policy_.network.mode == Network::Mode::kAllow) {
      return Refused{"network.allow", "an engine can share the network or take it away, not filter it"};
    }
    if (auto refused = FindUnenforceableProcessRule()) return refused;
    if (auto refused = FindUnenforceableLimit()) return refused;
    if (auto refused = FindUnenforceableGrant()) return refused;
    return FindUnenforceableDenial();
  }

  ContainerPlan Plan(const std::vector<std::string>& launcher_environment) const {
    ContainerPlan plan;
    plan.engine = engine_;
    plan.account = host_.account;
    plan.rootfs = image_.rootfs;
    plan.directory = stage_.workspace;
    plan.own_processes = policy_.process.isolate;
    plan.own_network = policy_.network.mode == Network::Mode::kNone;
    plan.own_tmp = !GrantsEverything();
    // The kernel drops what the first process of a pid namespace raises against itself, so that a program which dies of
    // a signal needs another one before it; 128 plus the signal's number then comes out. Docker brings one along, and
    // lets no program call unshare(2).
    if (plan.own_processes && engine_ != Engine::kDocker)
      plan.init = {plan.own_tmp ? kInitOfImage : image_.init, "unshare", "-f"};
    plan.environment = EnvironmentInside(policy_, stage_, kPrivateTmp, launcher_environment);
    AddMounts(plan);
    if (policy_.limits.memory_bytes) {
      plan.memory_bytes = policy_.limits.memory_bytes;
      if (host_.limits_swap) plan.memory_and_swap_bytes = policy_.limits.memory_bytes;
    }
    plan.pids = policy_.limits.pids;
    plan.files = policy_.limits.files;
    return plan;
  }

 private:
  bool GrantsEverything() const {
    const auto has = [](const std::vector<std::string>& grants) {
      return std::find(grants.begin(), grants.end(), "/") != grants.end();
    };
    return has(policy_.filesystem.read) || has(policy_.filesystem.write);
  }

  bool IsGranted(const std::string& path) const {
    return Contains(policy_.filesystem.read, path) || Contains(policy_.filesystem.write, path);
  }

  bool LiesAboveAGrant(const std::string& path) const {
    const auto is_below = [&path](const std::string& grant) { return grant != path && PathContains(path, grant); };
    return std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), is_below) ||
           std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), is_below);
  }

  std::optional<Refused> FindUnenforceableProcessRule() const {
    if (!policy_.process.isolate && engine_ == Engine::kRunsc) {
      return Refused{"process.isolate", "gVisor's kernel knows no processes but its own"};
    }
    if (!policy_.process.isolate && engine_ == Engine::kPodman) {
      return Refused{"process.isolate",
                     "podman makes no container without both a cgroup and a pid namespace of its own"};
    }
    if (!policy_.process.isolate && !policy_.process.signal_outside) {
      return Refused{"process.signal-outside", "without a pid namespace nothing keeps signals in"};
    }
    if (policy_.process.isolate && policy_.process.signal_outside) {
      return Refused{"process.signal-outside", "a pid namespace lets no signal out"};
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableLimit() const {
    const harness::Limits& limits = policy_.limits;
    if (limits.cpu) return Refused{"limits.cpu", "cgroups share processor time out, they do not use it up"};
    if (limits.disk_bytes) return Refused{"limits.disk", "what is written to a bind mount is not counted"};
    if (limits.files && !LimitsFiles(engine_)) {
      return Refused{"limits.files", "the adapter hands it to runc and crun only"};
    }
    if (limits.memory_bytes && !host_.limits_memory) {
      return Refused{"limits.memory",
                     "this account has no cgroup for memory that " + Name(engine_) + " could set up here"};
    }
    if (limits.pids && !host_.limits_pids) {
      return Refused{"limits.pids", "this account has no cgroup for pids that " + Name(engine_) + " could set up here"};
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableGrant() const {
    for (const auto* grants : {&policy_.filesystem.read, &policy_.filesystem.write}) {
      for (const std::string& path : *grants) {
        if (path != harness::kSystem && KindIn(host_.named, path) == HostPath::Kind::kMissing) {
          return Refused{"filesystem", "an engine cannot grant a path that does not exist: " + path};
        }
        if (path != "/" && IsOwnOfContainers(path)) {
          return Refused{"filesystem", "a container has a " + path + " of its own"};
        }
      }
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableDenial() const {
    for (const std::string& path : policy_.filesystem.deny) {
      if (path.find_first_of("*?[") != std::string::npos) {
        return Refused{"filesystem.deny", "an engine knows no globs: " + path};
      }
      if (LiesAboveAGrant(path)) {
        return Refused{"filesystem.deny", "an engine would cover the grant below it too: " + path};
      }
      if (!IsGranted(path)) continue;
      const HostPath::Kind kind = KindIn(host_.named, path);
      if (kind == HostPath::Kind::kMissing) {
        return Refused{"filesystem.deny",
                       "an engine cannot deny a path that does not exist without creating it: " + path};
      }
      if (kind == HostPath::Kind::kSymlink) {
        return Refused{"filesystem.deny", "an engine would cover what the link leads to, not the link: " + path};
      }
      if (kind == HostPath::Kind::kSocket && engine_ == Engine::kRunsc) {
        return Refused{"filesystem.deny", "gVisor cannot mount over a socket: " + path};
      }
    }
    return std::nullopt;
  }

  // A read-only bind mount is so without the mounts below it, so each of those is mounted again over itself.
  void AddGrant(const std::string& grant, bool writable, std::map<std::string, bool>& grants) const {
    if (grant == "/") {
      for (const std::string& path : host_.top_level) grants[path] = writable;
    } else {
      grants[grant] = writable;
    }
    for (const std::string& point : host_.mount_points) {
      if (point != "/" && PathContains(grant, point) && !IsOwnOfContainers(point)) grants[point] = writable;
    }
  }

  void AddMounts(ContainerPlan& plan) const {
    std::map<std::string, bool> grants = {};
    for (const std::string& path : policy_.filesystem.read) {
      if (path != harness::kSystem) AddGrant(path, false, grants);
    }
    // The deepest grant decides over a mount point, so the outer ones come first.
    std::vector<std::string> writable = policy_.filesystem.write;
    std::sort(writable.begin(), writable.end());
    for (const std::string& path : writable) AddGrant(path, true, grants);
    grants.emplace(stage_.tools_directory, false);
    // Names lead somewhere only as the host's files say.
    if (!plan.own_network) {
      for (const char* path : {"/etc/hosts", "/etc/resolv.conf"}) grants.emplace(path, false);
    }
    for (const auto& [path, is_writable] : grants) plan.mounts.push_back({path, path, is_writable});
    for (const std::string& path : policy_.filesystem.deny) {
      if (!IsGranted(path)) continue;  // what is not granted is not there
      const bool is_directory = KindIn(host_.named, path) == HostPath::Kind::kDirectory;
      plan.mounts.push_back({path, is_directory ? image_.cover_directory : image_.cover_file, false});
    }
  }

  Engine engine_;
  const Policy& policy_;
  const harness::SessionStage& stage_;
  const ContainerHost& host_;
  const ContainerImage& image_;
};

}  // namespace

const std::vector<Engine>& AllEngines() {
  static const std::vector<Engine> kEngines = {Engine::kRunc, Engine::kCrun, Engine::kRunsc, Engine::kPodman,
                                               Engine::kDocker};
  return kEngines;
}

bool LimitsFiles(Engine engine) { return engine == Engine::kRunc || engine == Engine::kCrun; }

std::string Name(Engine engine) {
  switch (engine) {
    case Engine::kRunc: return "runc";
    case Engine::kCrun: return "crun";
    case Engine::kRunsc: return "runsc";
    case Engine::kPodman: return "podman";
    case Engine::kDocker: return "docker";
  }
  return {};
}

std::optional<Engine> EngineByName(const std::string& name) {
  for (const Engine engine : AllEngines()) {
    if (Name(engine) == name) return engine;
  }
  return std::nullopt;
}

std::variant<ContainerPlan, Refused> PlanContainer(Engine engine, const Policy& policy,
                                                   const harness::SessionStage& stage, const ContainerHost& host,
                                                   const ContainerImage& image,
                                                   const std::vector<std::string>& launcher_environment) {
  const Planner planner(engine, policy, stage, host, image);
  if (auto refused = planner.FindUnenforceable()) return *std::move(refused);
  return planner.Plan(launcher_environment);
}

}  // namespace adapters
