// SPDX-License-Identifier: Apache-2.0
#include "adapters/firejail/translate.h"

#include <algorithm>
#include <map>
#include <optional>

#include "harness/adapter/environment.h"

namespace adapters {
namespace {

using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;
using Kind = harness::HostPath::Kind;

constexpr char kEverything[] = "/";
// Below a directory of which nothing is to be seen: a whitelist of what is not there leaves the directory empty.
constexpr char kNothing[] = "/.nothing-of-it";
// Characters that firejail rejects in a path or gives a meaning of their own.
constexpr char kSpecial[] = "\\&!?\"'<>%^(){};,*[]";

// What programs need of /etc, and no secret among it. What the host lacks, firejail passes over.
constexpr const char* kSystemSettings[] = {"/etc/alternatives", "/etc/group",         "/etc/hosts",
                                           "/etc/ld.so.cache",  "/etc/ld.so.conf",    "/etc/ld.so.conf.d",
                                           "/etc/localtime",    "/etc/nsswitch.conf", "/etc/passwd",
                                           "/etc/resolv.conf",  "/etc/ssl/certs"};

bool Has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Of the top directories that hold programs and libraries; on most systems all but the first are links.
bool HoldsPrograms(const std::string& path) {
  return path == "/usr" || path == "/bin" || path == "/sbin" || path.starts_with("/lib");
}

// What `private-dev` has, as far as a whitelist can have it.
constexpr const char* kDevices[] = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                    "/dev/urandom", "/dev/tty",  "/dev/pts"};

// What firejail itself makes anew in every sandbox.
bool IsOfTheKernel(const std::string& path) { return path == "/proc" || path == "/sys" || path == "/dev"; }

class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const FirejailView& host)
      : policy_(policy), stage_(stage), host_(host) {}

  std::optional<Refused> FindUnenforceable() const {
    // "Error: the user is not allowed to use Firejail", whatever its settings say.
    if (host_.account == "nobody") return Refused{"account", "firejail does not let the user nobody start it"};
    if (!policy_.sandbox) return Refused{"sandbox", "firejail has no mode that enforces nothing; use --adapter noop"};
    if (policy_.network.mode == Network::Mode::kAllow) {
      return Refused{"network.allow",
                     "without an interface of its own firejail can share the network or take it away, not filter it"};
    }
    if (!policy_.process.isolate || policy_.process.signal_outside) {
      return Refused{"process", "firejail always makes a pid namespace, which keeps signals in"};
    }
    const harness::Limits& limits = policy_.limits;
    if (limits.cpu) return Refused{"limits.cpu", "firejail limits each process, not all of them together"};
    if (limits.memory_bytes) return Refused{"limits.memory", "firejail limits each process, not all of them together"};
    if (limits.disk_bytes) return Refused{"limits.disk", "firejail limits each file, not all of them together"};
    if (limits.pids) return Refused{"limits.pids", "firejail limits what the account has, inside and outside"};
    if (limits.output_bytes) return Refused{"limits.output", "firejail does not count what is printed"};
    if (limits.files) return Refused{"limits.files", "it is not among the settings that the adapter makes"};
    if (auto refused = FindUnenforceableGrant()) return refused;
    return FindUnenforceableDenial();
  }

  std::string Profile() {
    Add("deterministic-exit-code");
    // Without it the sandbox stays for as long as the last process that was left behind.
    Add("deterministic-shutdown");
    for (const char* command : {"caps.drop all", "nonewprivs", "seccomp", "nogroups", "ipc-namespace"}) Add(command);
    if (policy_.network.mode == Network::Mode::kNone) Add("net none");
    if (ReadsEverything()) {
      ShowEverything();
    } else {
      ShowTheSystem();
    }
    if (!WritesEverything()) Add("read-only /");
    if (ReadsEverything() && !WritesEverything()) ProtectEverything();
    Grant();
    for (const std::string& path : policy_.filesystem.deny) Add("blacklist", path);
    return std::move(profile_);
  }

 private:
  void Add(const std::string& command) { profile_ += command + "\n"; }
  void Add(const std::string& command, const std::string& path) { Add(command + " " + path); }

  std::optional<Refused> FindUnenforceableGrant() const {
    for (const auto* grants : {&policy_.filesystem.read, &policy_.filesystem.write}) {
      for (const std::string& path : *grants) {
        if (path == harness::kSystem || path == kEverything) continue;
        if (path.find_first_of(kSpecial) != std::string::npos)
          return Refused{"filesystem", "firejail does not take the path " + path};
        const Kind kind = KindIn(host_.named, path);
        if (kind == Kind::kMissing)
          return Refused{"filesystem", "firejail cannot grant a path that does not exist: " + path};
        if (kind == Kind::kSymlink)
          return Refused{"filesystem", "firejail would grant what the link leads to as well: " + path};
      }
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableDenial() const {
    for (const std::string& path : policy_.filesystem.deny) {
      if (path.find_first_of("*?[") != std::string::npos) {
        return Refused{"filesystem.deny", "firejail looks for what a glob means once, when it starts: " + path};
      }
      if (path.find_first_of(kSpecial) != std::string::npos)
        return Refused{"filesystem.deny", "firejail does not take the path " + path};
      for (const auto* grants : {&policy_.filesystem.read, &policy_.filesystem.write}) {
        for (const std::string& grant : *grants) {
          if (grant != path && PathContains(path, grant)) {
            return Refused{"filesystem.deny", "firejail would hide the grant below it too: " + path};
          }
        }
      }
      const Kind kind = KindIn(host_.named, path);
      if (kind == Kind::kMissing)
        return Refused{"filesystem.deny", "firejail cannot deny a path that does not exist: " + path};
      if (kind == Kind::kSymlink)
        return Refused{"filesystem.deny", "firejail would hide what the link leads to, not the link: " + path};
    }
    return std::nullopt;
  }

  bool WritesEverything() const { return Has(policy_.filesystem.write, kEverything); }
  bool ReadsEverything() const { return WritesEverything() || Has(policy_.filesystem.read, kEverything); }

  // firejail hides these of its own accord.
  void ShowEverything() {
    for (const char* command : {"private-dev", "keep-dev-shm", "keep-var-tmp"}) Add(command);
    if (!WritesEverything()) return;
    for (const char* command : {"writable-etc", "writable-var", "writable-var-log"}) Add(command);
  }

  // Every top directory is reduced to what is granted of it, and a file beside them is hidden.
  void ShowTheSystem() {
    const bool system = Has(policy_.filesystem.read, harness::kSystem);
    for (const harness::HostPath& entry : host_.top) {
      if (IsOfTheKernel(entry.path) || (system && HoldsPrograms(entry.path))) continue;
      if (entry.kind == Kind::kDirectory) Add("whitelist", entry.path + kNothing);
      if (entry.kind == Kind::kFile || entry.kind == Kind::kSocket) Add("blacklist", entry.path);
    }
    if (system) {
      for (const char* path : kSystemSettings) Add("whitelist", path);
    }
    ShowDevices();
    // What is granted there would be hidden by a directory of firejail's own; what is not stays hidden.
    if (GrantsBelow("/var/tmp")) Add("keep-var-tmp");
    Show(stage_.tools_directory, "read-only");
  }

  bool GrantsBelow(const char* directory) const {
    const auto lies_there = [directory](const std::string& path) { return PathContains(directory, path); };
    return lies_there(stage_.tools_directory) ||
           std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), lies_there) ||
           std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), lies_there);
  }

  // A private /dev lies over what is granted below it, in /dev/shm.
  void ShowDevices() {
    if (GrantsBelow("/dev")) {
      for (const char* path : kDevices) Add("whitelist", path);
    } else {
      Add("private-dev");
    }
  }

  // "read-only /" does not reach what is mounted below. /run is where firejail itself works, so its entries are bound
  // onto an empty one.
  void ProtectEverything() {
    for (const harness::HostPath& entry : host_.top) {
      if (!IsOfTheKernel(entry.path) && entry.path != "/run" && entry.kind == Kind::kDirectory)
        Add("read-only", entry.path);
    }
    Add("read-only", "/dev/shm");
    Add("whitelist", std::string("/run") + kNothing);
    for (const harness::HostPath& entry : host_.run) {
      if (entry.kind == Kind::kDirectory || entry.kind == Kind::kFile) Show(entry.path, "read-only");
    }
  }

  void Show(const std::string& path, const std::string& how) {
    Add("whitelist", path);
    Add(how, path);
  }

  // Ordered by path, so that a grant below another one comes after it.
  void Grant() {
    std::map<std::string, std::string> grants;
    for (const std::string& path : policy_.filesystem.read) grants[path] = "read-only";
    for (const std::string& path : policy_.filesystem.write) grants[path] = "read-write";
    for (const auto& [path, how] : grants) {
      if (path == harness::kSystem || path == kEverything || WritesEverything()) continue;
      if (ReadsEverything()) {
        Add(how, path);
      } else {
        Show(path, how);
      }
    }
  }

  const Policy& policy_;
  const harness::SessionStage& stage_;
  const FirejailView& host_;
  std::string profile_;
};

}  // namespace

std::variant<std::string, Refused> FirejailProfile(const Policy& policy, const harness::SessionStage& stage,
                                                   const FirejailView& host) {
  Translation translation(policy, stage, host);
  if (auto refused = translation.FindUnenforceable()) return *std::move(refused);
  return translation.Profile();
}

std::vector<std::string> FirejailEnvironment(const Policy& policy, const harness::SessionStage& stage,
                                             const std::vector<std::string>& launcher_environment) {
  // /tmp is the sandbox's own wherever reads are confined.
  return harness::EnvironmentBlock(EnvironmentInside(policy, stage, "/tmp", launcher_environment));
}

}  // namespace adapters
