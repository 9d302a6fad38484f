// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/translate.h"

namespace adapters {
namespace {

// A value with a comma in it is quoted as in a CSV file, for both engines.
std::string MountOption(const ContainerMount& mount, const char* read_only) {
  const auto field = [](const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  };
  return "type=bind," + field("source=" + mount.source) + "," + field("destination=" + mount.path) +
         (mount.writable ? "" : std::string(",") + read_only);
}

class Options {
 public:
  explicit Options(const ContainerPlan& plan) : plan_(plan) {}

  std::vector<std::string> All() {
    Add({"--rm", "--interactive", "--pull=never", "--read-only", "--hostname=sandbox"});
    Add({plan_.own_network ? "--network=none" : "--network=host"});
    Add({"--cap-drop=ALL", "--security-opt=no-new-privileges", "--workdir=" + plan_.directory});
    if (!plan_.own_processes) Add({"--pid=host"});
    if (plan_.own_tmp) Add({"--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777"});
    plan_.engine == Engine::kPodman ? AddPodmans() : AddDockers();
    for (const auto& [name, value] : plan_.environment) Add({"--env=" + name + "=" + value});
    const char* read_only = plan_.engine == Engine::kPodman ? "ro=true" : "readonly";
    for (const ContainerMount& mount : plan_.mounts) Add({"--mount=" + MountOption(mount, read_only)});
    return std::move(options_);
  }

 private:
  void Add(std::initializer_list<std::string> words) { options_.insert(options_.end(), words); }

  void AddPodmans() {
    Add({"--cgroups=disabled", "--systemd=false", "--read-only-tmpfs=false", "--http-proxy=false", "--unsetenv-all",
         "--no-hosts", "--log-driver=none", "--sdnotify=ignore", "--image-volume=ignore", "--entrypoint="});
    // The defaults are higher than what a caller without CAP_SYS_RESOURCE may have.
    Add({"--ulimit=host"});
    // The user namespace that podman is put into maps one account only, to root.
    if (plan_.account.uid != 0) Add({"--uidmap=0:0:1", "--gidmap=0:0:1"});
  }

  void AddDockers() {
    if (plan_.own_processes) Add({"--init"});
    // Its root is the host's, unlike that of an engine which runs as the account itself.
    Add({"--user=" + std::to_string(plan_.account.uid) + ":" + std::to_string(plan_.account.gid)});
    Add({"--log-driver=none", "--entrypoint=", "--cgroupns=private", "--ulimit=core=0:0"});
    if (plan_.memory_bytes) Add({"--memory=" + std::to_string(*plan_.memory_bytes)});
    if (plan_.memory_and_swap_bytes) Add({"--memory-swap=" + std::to_string(*plan_.memory_and_swap_bytes)});
    if (plan_.pids) Add({"--pids-limit=" + std::to_string(*plan_.pids)});
  }

  const ContainerPlan& plan_;
  std::vector<std::string> options_;
};

}  // namespace

std::vector<std::string> RunOptions(const ContainerPlan& plan) { return Options(plan).All(); }

}  // namespace adapters
