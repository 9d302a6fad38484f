// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/container_adapter.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "adapters/container/host.h"
#include "adapters/container/image.h"
#include "adapters/container/session.h"
#include "adapters/container/translate.h"
#include "harness/adapter/program.h"
#include "harness/base/channel.h"
#include "harness/base/encoding.h"
#include "harness/base/unique_fd.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::Policy;
using harness::Printable;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kDaemonSocket[] = "/var/run/docker.sock";

std::string Listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::string EngineNames() {
  std::vector<std::string> names;
  for (const Engine engine : AllEngines()) names.push_back(Name(engine));
  return Listed(names);
}

bool DaemonAnswers() {
  const harness::UniqueFd fd = harness::OpenStreamSocket(AF_UNIX);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, kDaemonSocket);
  return fd && ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

std::string PackageOf(const std::string& program) {
  if (program == "busybox") return "busybox-static";
  if (program == "unshare") return "util-linux";
  return program == "docker" ? "docker.io" : program;
}

class ContainerAdapter : public harness::Adapter {
 public:
  ContainerAdapter(Engine engine, std::string path) : engine_(engine), path_(std::move(path)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "container";
    identity.variant = Name(engine_);
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,
                             promise::kNoNetwork,    promise::kIsolated,      promise::kMortalDescendants,
                             promise::kEnvironment,  promise::kDescriptors,   promise::kIpc};
    const ContainerHost limits = LookAtLimits(engine_, {::geteuid(), ::getegid()});
    if (limits.limits_memory) identity.capabilities.emplace_back(promise::kLimitMemory);
    if (limits.limits_pids) identity.capabilities.emplace_back(promise::kLimitPids);
    if (LimitsFiles(engine_)) identity.capabilities.emplace_back(promise::kLimitFiles);
    identity.capabilities.emplace_back(promise::kLimitOutput);
    identity.surfaces = harness::AllSurfaces();
    identity.arena.without_cgroup2 = engine_ == Engine::kCrun || engine_ == Engine::kPodman;
    identity.arena.host = engine_ == Engine::kDocker;
    for (const std::string& name : ProgramNames()) {
      const auto program = ProgramOf(name).Find(harness::TrustedSearchPath());
      if (!program) {
        ProgramOf(name).ReportMissing(identity);
        identity.components.clear();
        return identity;
      }
      identity.components.push_back(harness::ComponentAt(name, *program));
      if (name == "busybox" && !IsStatic(*program)) {
        identity.unavailable = *program + " needs a loader, which the image does not have";
        identity.remedy = "apt-get install busybox-static";
      }
    }
    if (engine_ == Engine::kDocker && !DaemonAnswers()) {
      identity.unavailable = std::string("no daemon answers at ") + kDaemonSocket;
      identity.remedy = "start dockerd, as an account that may use its socket";
    }
    return identity;
  }

  std::string Version() const override {
    const auto program = ProgramOf(Name(engine_)).Find(harness::TrustedSearchPath());
    if (!program) return {};
    const std::string line = harness::VersionLine({*program, "--version"}, {"HOME=/"});
    constexpr char kWord[] = "version ";
    const std::size_t start = line.find(kWord);
    if (start == std::string::npos) return "unknown";
    const std::string version = line.substr(start + std::strlen(kWord));
    return Printable(version.substr(0, version.find_first_of(", ")));
  }

  std::vector<std::string> Files() const override {
    std::vector<std::string> files;
    for (const std::string& name : ProgramNames()) {
      if (const auto program = ProgramOf(name).Find(harness::TrustedSearchPath())) files.push_back(*program);
    }
    // A program that was brought along may use what lies beside it.
    if (!path_.empty()) files.push_back(std::filesystem::path(path_).parent_path().string());
    return files;
  }

  // Without those that it would refuse.
  std::vector<harness::Weakening> Weakenings() const override {
    std::vector<harness::Weakening> all = Adapter::Weakenings();
    if (engine_ == Engine::kRunsc || engine_ == Engine::kPodman) {
      std::erase_if(all, [](const harness::Weakening& one) { return one.name == "share-processes"; });
    }
    return all;
  }

  harness::Opened Open(const SessionRequest& request) override {
    ContainerPrograms programs;
    for (const std::string& name : ProgramNames()) {
      const auto program = ProgramOf(name).Find(request.search_path);
      if (!program) return Failed{"look for " + name, "there is none; nothing was run"};
      Slot(programs, name) = *program;
    }
    const bool has_crun = engine_ == Engine::kCrun || engine_ == Engine::kPodman;
    if (has_crun && MixesCgroupVersions())
      return Failed{"look at the cgroups", "crun refuses a host with both versions of them"};
    const Policy policy = Meet(request.operator_policy, request.project);
    const harness::Account account = request.account.value_or(harness::Account{::geteuid(), ::getegid()});
    const auto image = LayOutImage(request.work_directory, programs.busybox, account);
    if (!image) return Failed{"lay out the image", image.error().message};
    auto plan = PlanContainer(engine_, policy, request.stage, LookAtHost(engine_, policy, account), *image,
                              request.environment);
    if (auto* refused = std::get_if<harness::Refused>(&plan)) return std::move(*refused);
    auto session = OpenContainers(std::move(programs), std::get<ContainerPlan>(std::move(plan)), policy, request);
    if (!session) return Failed{"prepare " + Name(engine_), session.error().message};
    return *std::move(session);
  }

 private:
  // The engine is the first.
  std::vector<std::string> ProgramNames() const {
    if (engine_ == Engine::kPodman) return {"podman", "busybox", "conmon", "crun", "unshare"};
    return {Name(engine_), "busybox"};
  }

  std::string& Slot(ContainerPrograms& programs, const std::string& name) const {
    if (name == "busybox") return programs.busybox;
    if (name == "conmon") return programs.conmon;
    if (name == "unshare") return programs.unshare;
    return name == Name(engine_) ? programs.engine : programs.runtime;
  }

  harness::Program ProgramOf(const std::string& name) const {
    return {name, name == Name(engine_) ? path_ : std::string(), "apt-get install " + PackageOf(name)};
  }

  Engine engine_;
  std::string path_;  // empty: look for it
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeContainer(const harness::AdapterOptions& options) {
  std::optional<Engine> engine;
  std::string path;
  for (const auto& [name, value] : options) {
    if (name == "engine") {
      engine = EngineByName(value);
    } else if (name == "path") {
      path = value;
    } else {
      return harness::Fail("adapter container has no option '" + Printable(name) + "'; it knows: engine, path");
    }
  }
  if (!engine) return harness::Fail("adapter container wants an engine=, one of: " + EngineNames());
  if (!path.empty() && !path.starts_with('/')) {
    return harness::Fail("adapter container wants an absolute path=, not '" + Printable(path) + "'");
  }
  return std::make_unique<ContainerAdapter>(*engine, path);
}

}  // namespace adapters
