// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/adapter/host_view.h"

namespace adapters {

// The first three are given a bundle by the adapter; the others make one themselves from a command line.
enum class Engine { kRunc, kCrun, kRunsc, kPodman, kDocker };

// "runc"; it is the name of the program too.
std::string Name(Engine engine);
std::optional<Engine> EngineByName(const std::string& name);
const std::vector<Engine>& AllEngines();
// Whether it is told how many descriptors a process may have open.
bool LimitsFiles(Engine engine);

// What a translation needs to know of the host.
struct ContainerHost {
  std::vector<harness::HostPath> named;   // every path that the policy names
  std::vector<std::string> top_level;     // what lies in /, but /dev, /proc and /sys, which a container has of its own
  std::vector<std::string> mount_points;  // in any order
  harness::Account account;               // that the engine runs as
  bool limits_memory = false;             // the account's cgroups limit memory, really
  bool limits_swap = false;               // and swap with it
  bool limits_pids = false;
};

// What the adapter has laid out for one session, all of it in its work directory.
struct ContainerImage {
  std::string rootfs;
  std::string init;             // the host's busybox
  std::string cover_file;       // an empty file that nobody may open
  std::string cover_directory;  // an empty directory that nobody may enter
};

struct ContainerMount {
  std::string path;
  std::string source;
  bool writable = false;
  bool operator==(const ContainerMount&) const = default;
};

// A policy in the terms that all engines share.
struct ContainerPlan {
  Engine engine = Engine::kRunc;
  harness::Account account;
  std::string rootfs;
  std::vector<std::string> init;  // put before each command line
  std::string directory;          // that launches start in
  std::map<std::string, std::string> environment;
  std::vector<ContainerMount> mounts;  // of the host's paths, in the order in which they lie over each other
  bool own_tmp = true;
  bool own_processes = true;
  bool own_network = true;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> memory_and_swap_bytes;
  std::optional<std::uint32_t> pids;
  std::optional<std::uint32_t> files;
};

// What the engine has to be told to enforce `policy`, or the part that it cannot enforce. Pure.
std::variant<ContainerPlan, harness::Refused> PlanContainer(Engine engine, const harness::Policy& policy,
                                                            const harness::SessionStage& stage,
                                                            const ContainerHost& host, const ContainerImage& image,
                                                            const std::vector<std::string>& launcher_environment);

// The bundle's config.json (OCI runtime specification 1.0.2) for one launch of `argv`; none where a path, a word or a
// variable is not UTF-8, which JSON cannot say. Pure.
std::optional<std::string> OciConfig(const ContainerPlan& plan, const std::vector<std::string>& argv);

// The options of `podman run` and `docker run`, up to the image and what follows it. Pure.
std::vector<std::string> RunOptions(const ContainerPlan& plan);

}  // namespace adapters
