// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/translate.h"

#include <utility>

#include "harness/adapter/environment.h"
#include "harness/adapter/mount_policy.h"

namespace adapters {
namespace {

using harness::HostPath;
using harness::HostView;
using harness::Policy;
using harness::Refused;

constexpr char kPrivateTmp[] = "/tmp";

// Builds the option list in the order in which bwrap carries it out: later mounts lie over earlier ones.
class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const HostView& host)
      : policy_(policy), stage_(stage), host_(host), grants_(GrantsOf(policy)) {}

  std::vector<std::string> Options(const std::vector<std::string>& launcher_environment) {
    AddNamespaces();
    AddEnvironment(launcher_environment);
    AddWhole();
    AddSystem();
    AddGrants();
    AddDenials();
    if (!grants_.contains("/")) Add({"--remount-ro", "/"});
    Add({"--chdir", stage_.workspace});
    return std::move(options_);
  }

 private:
  void Add(std::initializer_list<std::string> words) { options_.insert(options_.end(), words); }

  void AddNamespaces() {
    if (policy_.process.isolate) Add({"--unshare-pid"});
    if (harness::NeedsOwnNetwork(policy_)) Add({"--unshare-net"});
    Add({"--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"});
    // Without these a program inside can type into the terminal, and outlives a launcher that is killed.
    Add({kOwnTerminalSession, "--die-with-parent"});
    Add({"--cap-drop", "ALL"});
  }

  void AddEnvironment(const std::vector<std::string>& launcher_environment) {
    Add({"--clearenv"});
    for (const auto& [name, value] : EnvironmentInside(policy_, stage_, kPrivateTmp, launcher_environment)) {
      Add({"--setenv", name, value});
    }
  }

  // What is granted as a whole lies under everything else, and has the system in it.
  void AddWhole() {
    if (const auto whole = grants_.find("/"); whole != grants_.end()) Add({whole->second ? "--bind" : "--ro-bind", "/", "/"});
  }

  void AddSystem() {
    if (ReadsSystem(policy_) && !grants_.contains("/")) {
      for (const HostPath& path : host_.system) {
        if (path.kind == HostPath::Kind::kSymlink) Add({"--symlink", path.target, path.path});
        if (path.kind == HostPath::Kind::kDirectory || path.kind == HostPath::Kind::kFile) {
          Add({"--ro-bind", path.path, path.path});
        }
      }
    }
    // A new /proc shows the new pid namespace; without one the old /proc is all there is.
    if (policy_.process.isolate) {
      // Read-only: the kernel's settings below /proc/sys ask for root's number and not for a capability.
      Add({"--proc", "/proc", "--remount-ro", "/proc"});
    } else {
      Add({"--ro-bind", "/proc", "/proc"});
    }
    Add({"--dev", "/dev", "--tmpfs", kPrivateTmp});
    Add({"--ro-bind", stage_.tools_directory, stage_.tools_directory});
  }

  void AddGrants() {
    for (const auto& [path, writable] : grants_) {
      if (path != "/") Add({writable ? "--bind" : "--ro-bind", path, path});
    }
  }

  void AddDenials() {
    for (const std::string& path : policy_.filesystem.deny) {
      // What is not granted is not there.
      if (!IsGranted(policy_, path)) continue;
      if (host_.KindOf(path) == HostPath::Kind::kDirectory) {
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
  std::map<std::string, bool> grants_;
  std::vector<std::string> options_;
};

}  // namespace

std::variant<std::vector<std::string>, Refused> BubblewrapOptions(const Policy& policy,
                                                                  const harness::SessionStage& stage,
                                                                  const HostView& host,
                                                                  const std::vector<std::string>& launcher_environment) {
  if (auto refused = UnenforceableByMounts(policy, host, "bubblewrap")) return *std::move(refused);
  return Translation(policy, stage, host).Options(launcher_environment);
}

}  // namespace adapters
