// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "adapters/container/translate.h"

namespace adapters {
namespace {

using Json = nlohmann::ordered_json;

// What no program of a build or an agent needs, and what has let programs out of containers before.
constexpr const char* kForbiddenCalls[] = {
    "acct", "add_key", "bpf", "delete_module", "finit_module", "fsconfig", "fsmount", "fsopen", "fspick",
    "get_mempolicy", "init_module", "io_uring_enter", "io_uring_register", "io_uring_setup", "ioperm", "iopl",
    "kcmp", "kexec_file_load", "kexec_load", "keyctl", "lookup_dcookie", "mbind", "migrate_pages", "mount",
    "mount_setattr", "move_mount", "move_pages", "name_to_handle_at", "nfsservctl", "open_by_handle_at",
    "open_tree", "perf_event_open", "pivot_root", "process_vm_readv", "process_vm_writev", "quotactl",
    "quotactl_fd", "reboot", "request_key", "set_mempolicy", "setns", "settimeofday", "stime", "swapoff",
    "swapon", "syslog", "umount", "umount2", "userfaultfd", "vhangup"};

// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET, by clone(2).
constexpr std::uint32_t kNamespaceFlags[] = {0x00020000, 0x02000000, 0x04000000, 0x08000000,
                                             0x10000000, 0x20000000, 0x40000000};
constexpr int kEperm = 1;
constexpr int kEnosys = 38;

Json Mount(const char* path, const char* type, std::initializer_list<const char*> options) {
  Json mount = {{"destination", path}, {"type", type}, {"source", type}, {"options", Json::array()}};
  for (const char* option : options) mount["options"].push_back(option);
  return mount;
}

class Config {
 public:
  explicit Config(const ContainerPlan& plan) : plan_(plan) {}

  Json For(const std::vector<std::string>& argv) const {
    return {{"ociVersion", "1.0.2"},
            {"process", Process(argv)},
            // The engine would take away flags that only root may, so the image is a scratch one instead.
            {"root", {{"path", plan_.rootfs}, {"readonly", !(plan_.engine == Engine::kRunsc && IsOrdinary())}}},
            {"hostname", "sandbox"},
            {"mounts", Mounts()},
            {"linux", Linux()}};
  }

 private:
  bool IsOrdinary() const { return plan_.account.uid != 0; }

  Json Process(const std::vector<std::string>& argv) const {
    Json arguments = plan_.init;
    for (const std::string& word : argv) arguments.push_back(word);
    Json environment = Json::array();
    for (const auto& [name, value] : plan_.environment) environment.push_back(name + "=" + value);
    Json capabilities;
    for (const char* set : {"bounding", "effective", "inheritable", "permitted", "ambient"}) {
      capabilities[set] = Json::array();
    }
    return {{"terminal", false},
            {"user", {{"uid", 0}, {"gid", 0}}},
            {"args", arguments},
            {"env", environment},
            {"cwd", plan_.directory},
            {"capabilities", capabilities},
            {"rlimits", ResourceLimits()},
            {"noNewPrivileges", true}};
  }

  Json ResourceLimits() const {
    Json limits = Json::array({{{"type", "RLIMIT_CORE"}, {"hard", 0}, {"soft", 0}}});
    if (plan_.files) limits.push_back({{"type", "RLIMIT_NOFILE"}, {"hard", *plan_.files}, {"soft", *plan_.files}});
    return limits;
  }

  // In a user namespace only the owner of a pid namespace may mount its /proc.
  Json Proc() const {
    if (plan_.own_processes || !IsOrdinary()) return Mount("/proc", "proc", {"nosuid", "noexec", "nodev"});
    return {{"destination", "/proc"},
            {"type", "bind"},
            {"source", "/proc"},
            {"options", {"rbind", "nosuid", "noexec", "nodev", "ro"}}};
  }

  Json Mounts() const {
    Json mounts = Json::array({Proc()});
    mounts.push_back(Mount("/dev", "tmpfs", {"nosuid", "strictatime", "mode=755", "size=65536k"}));
    mounts.push_back(Mount("/dev/pts", "devpts", {"nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620"}));
    mounts.push_back(Mount("/dev/shm", "tmpfs", {"nosuid", "noexec", "nodev", "mode=1777", "size=65536k"}));
    if (plan_.own_tmp) mounts.push_back(Mount("/tmp", "tmpfs", {"nosuid", "nodev", "mode=1777"}));
    for (const ContainerMount& mount : plan_.mounts) {
      mounts.push_back({{"destination", mount.path},
                        {"type", "bind"},
                        {"source", mount.source},
                        {"options", {"rbind", "nosuid", "nodev", mount.writable ? "rw" : "ro"}}});
    }
    return mounts;
  }

  Json Namespaces() const {
    Json namespaces = Json::array();
    const auto add = [&namespaces](const char* type) { namespaces.push_back({{"type", type}}); };
    add("mount");
    add("ipc");
    add("uts");
    if (plan_.own_processes) add("pid");
    if (plan_.own_network) add("network");
    if (IsOrdinary() && plan_.engine != Engine::kRunsc) add("user");
    return namespaces;
  }

  static Json Seccomp() {
    Json syscalls = Json::array();
    syscalls.push_back({{"names", kForbiddenCalls}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", kEperm}});
    // Its flags lie in memory, where a filter cannot see them; every caller falls back on clone(2).
    syscalls.push_back({{"names", {"clone3"}}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", kEnosys}});
    for (const std::uint32_t flag : kNamespaceFlags) {
      const Json has_flag = {{"index", 0}, {"value", flag}, {"valueTwo", flag}, {"op", "SCMP_CMP_MASKED_EQ"}};
      syscalls.push_back({{"names", {"clone", "unshare"}},
                          {"action", "SCMP_ACT_ERRNO"},
                          {"errnoRet", kEperm},
                          {"args", Json::array({has_flag})}});
    }
    return {
        {"defaultAction", "SCMP_ACT_ALLOW"},
        {"architectures", {"SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32", "SCMP_ARCH_AARCH64", "SCMP_ARCH_ARM"}},
        {"syscalls", syscalls}};
  }

  Json Resources() const {
    Json resources = {{"devices", Json::array({{{"allow", false}, {"access", "rwm"}}})}};
    if (plan_.memory_bytes) resources["memory"]["limit"] = *plan_.memory_bytes;
    if (plan_.memory_and_swap_bytes) resources["memory"]["swap"] = *plan_.memory_and_swap_bytes;
    if (plan_.pids) resources["pids"]["limit"] = *plan_.pids;
    return resources;
  }

  Json Linux() const {
    Json all = {{"namespaces", Namespaces()}};
    if (IsOrdinary() && plan_.engine != Engine::kRunsc) {
      const auto to_root = [](std::uint32_t id) {
        return Json::array({{{"containerID", 0}, {"hostID", id}, {"size", 1}}});
      };
      all["uidMappings"] = to_root(plan_.account.uid);
      all["gidMappings"] = to_root(plan_.account.gid);
    } else {
      all["resources"] = Resources();
    }
    all["seccomp"] = Seccomp();
    all["maskedPaths"] = {"/proc/acpi",        "/proc/kcore", "/proc/keys",       "/proc/latency_stats",
                          "/proc/sched_debug", "/proc/scsi",  "/proc/timer_list", "/proc/timer_stats"};
    all["readonlyPaths"] = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"};
    return all;
  }

  const ContainerPlan& plan_;
};

}  // namespace

std::optional<std::string> OciConfig(const ContainerPlan& plan, const std::vector<std::string>& argv) {
  try {
    return Config(plan).For(argv).dump(2);
  } catch (const Json::type_error&) {
    return std::nullopt;
  }
}

}  // namespace adapters
