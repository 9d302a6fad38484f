// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/session.h"

#include <cerrno>
#include <filesystem>
#include <utility>

#include "adapters/container/image.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/base/encoding.h"
#include "harness/base/nonce.h"
#include "harness/process/run.h"

namespace adapters {
namespace {

using harness::LaunchRequest;
using harness::LaunchResult;
using harness::Policy;
using harness::Result;
using harness::SessionRequest;
using Words = std::vector<std::string>;

constexpr harness::Milliseconds kCleanUpPatience{10'000};
constexpr std::size_t kLongestRunRoot = 50;
constexpr char kCopies[] = "_LIBCONTAINER_STATEDIR=";
constexpr char kDaemon[] = "unix:///var/run/docker.sock";

void Append(Words& to, const Words& words) { to.insert(to.end(), words.begin(), words.end()); }

class ContainerLauncher : public harness::Launcher {
 public:
  ContainerLauncher(ContainerPrograms programs, ContainerPlan plan, const SessionRequest& request)
      : programs_(std::move(programs)), plan_(std::move(plan)), request_(request) {}

  ~ContainerLauncher() override {
    if (!image_.empty()) Run(Command({"rmi", "--force", image_}));
  }

  Result<void> Prepare(const Policy& policy) {
    // What is printed is counted here; the engine does the rest.
    harness::Limits counted;
    counted.output_bytes = policy.limits.output_bytes;
    SANDPROOF_ASSIGN(limits_, harness::LaunchLimits::For(counted));
    for (const char* name : {"/state", "/bundle", "/home", "/tmp", "/hooks"}) {
      SANDPROOF_TRY(MakeOwnedDirectory(InWork(name), 0755, plan_.account));
    }
    if (plan_.engine == Engine::kPodman) return PreparePodman();
    if (plan_.engine == Engine::kDocker) return ImportImage();
    return {};
  }

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    const std::string id = "sandproof-" + harness::MakeNonce();
    const Words argv = CommandFor(launch.surface, launch.argv);
    if (MakesBundle()) {
      const auto config = OciConfig(plan_, argv);
      if (!config) return NoBundle(EILSEQ);
      const auto written = WriteOwnedFile(InWork("/bundle/config.json"), *config, 0644, plan_.account);
      if (!written) return NoBundle(written.error().code);
    }
    return Execute(request_, launch, Command(RunWords(id, argv)), Environment(),
                   [this, id](LaunchResult& result) { RemoveLeftOver(id, result); }, &limits_);
  }

 private:
  static std::unique_ptr<harness::Process> NoBundle(int code) {
    LaunchResult result;
    result.ending = harness::NotStarted{"bundle", code};
    return harness::Over(std::move(result));
  }

  std::string InWork(const std::string& name) const { return request_.work_directory + name; }

  bool MakesBundle() const { return plan_.engine != Engine::kPodman && plan_.engine != Engine::kDocker; }

  // The engine with the options that come before its commands, and `words`.
  Words Command(const Words& words) const {
    Words command;
    if (plan_.engine == Engine::kPodman && plan_.account.uid != 0) {
      command = {programs_.unshare, "--user", "--map-root-user", "--mount", "--"};
    }
    command.push_back(programs_.engine);
    Append(command, GlobalOptions());
    Append(command, words);
    return command;
  }

  Words GlobalOptions() const {
    const std::string state = InWork("/state");
    switch (plan_.engine) {
      case Engine::kRunc: return {"--root", state};
      case Engine::kCrun: {
        const bool limited = plan_.memory_bytes || plan_.pids;
        return {"--root", state, limited ? "--cgroup-manager=cgroupfs" : "--cgroup-manager=disabled"};
      }
      case Engine::kRunsc: {
        Words options = {"--root=" + state, "--platform=ptrace", "--ignore-cgroups",
                         plan_.own_network ? "--network=none" : "--network=host"};
        if (plan_.account.uid != 0) options.emplace_back("--rootless");
        return options;
      }
      case Engine::kPodman:
        return {"--root",
                state + "/graph",
                "--runroot",
                state + "/run",
                "--tmpdir",
                state + "/tmp",
                "--storage-driver=vfs",
                "--cgroup-manager=cgroupfs",
                "--events-backend=none",
                "--log-level=error",
                "--hooks-dir",
                InWork("/hooks"),
                "--conmon",
                programs_.conmon,
                "--runtime",
                InWork("/crun")};
      case Engine::kDocker: return {"--host", kDaemon, "--config", InWork("/home")};
    }
    return {};
  }

  Words RunWords(const std::string& id, const Words& argv) const {
    if (MakesBundle()) return {"run", "--bundle", InWork("/bundle"), id};
    Words words = {"run", "--name=" + id};
    Append(words, RunOptions(plan_));
    if (plan_.engine == Engine::kPodman) {
      Append(words, {"--rootfs", plan_.rootfs});
    } else {
      words.push_back(image_);
    }
    Append(words, plan_.init);
    Append(words, argv);
    return words;
  }

  // Nothing of the caller's settings; and nothing at all for the engines that have none.
  Words Environment() const {
    // crun copies itself before it starts anything, and would do so in /tmp.
    if (plan_.engine == Engine::kCrun) return {kCopies + InWork("/tmp")};
    if (MakesBundle()) return {};
    return {"PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin",
            "HOME=" + InWork("/home"),
            "TMPDIR=" + InWork("/tmp"),
            "XDG_RUNTIME_DIR=" + InWork("/tmp"),
            kCopies + InWork("/tmp"),
            "CONTAINERS_CONF=" + InWork("/containers.conf"),
            "CONTAINERS_STORAGE_CONF=" + InWork("/storage.conf"),
            "CONTAINERS_REGISTRIES_CONF=" + InWork("/registries.conf")};
  }

  Result<void> PreparePodman() const {
    const std::string run = InWork("/state/run");
    if (run.size() > kLongestRunRoot)
      return harness::Fail("podman takes no path as long as " + harness::Printable(run));
    const auto write = [this](const char* name, const std::string& content, unsigned mode) {
      return WriteOwnedFile(InWork(name), content, mode, plan_.account);
    };
    // Locks in shared memory would be left there; podman calls the runtime without its flags when it cleans up.
    SANDPROOF_TRY(write("/containers.conf", "[engine]\nlock_type=\"file\"\n", 0644));
    SANDPROOF_TRY(write(
        "/storage.conf",
        "[storage]\ndriver=\"vfs\"\nrunroot=\"" + run + "\"\ngraphroot=\"" + InWork("/state/graph") + "\"\n", 0644));
    SANDPROOF_TRY(write("/registries.conf", "", 0644));
    const std::string line = "#!/bin/sh\nexport " + harness::ShellWord(kCopies + InWork("/tmp")) + "\nexec " +
                             harness::ShellWord(programs_.runtime) + " --root " +
                             harness::ShellWord(InWork("/state/crun")) + " \"$@\"\n";
    return write("/crun", line, 0755);
  }

  Result<void> ImportImage() {
    const auto archive = Run({programs_.busybox, "tar", "-C", plan_.rootfs, "-cf", "-", "."});
    if (archive.ending != harness::Ending(harness::Exited{0})) return harness::Fail("cannot archive the image");
    const std::string name = "sandproof-" + harness::MakeNonce();
    const auto imported = Run(Command({"import", "-", name}), archive.out);
    if (imported.ending != harness::Ending(harness::Exited{0})) {
      return harness::Fail("cannot import the image: " + harness::Printable(imported.err));
    }
    image_ = name;
    return {};
  }

  // What the harness kills at a deadline is the engine, whose container may go on.
  void RemoveLeftOver(const std::string& id, const LaunchResult& result) const {
    if (!MakesBundle()) {
      if (std::holds_alternative<harness::Exited>(result.ending) && result.limit.empty()) return;
      Run(Command(plan_.engine == Engine::kPodman ? Words{"rm", "--force", "--time=0", "--ignore", id}
                                                  : Words{"rm", "--force", id}));
      return;
    }
    std::error_code ignored;
    if (std::filesystem::is_empty(InWork("/state"), ignored)) return;
    // Its kernel dies with the engine that started it. Deleting would wait until somebody has reaped it, for seconds.
    if (plan_.engine == Engine::kRunsc) return;
    Run(Command({"delete", "--force", id}));
  }

  harness::RunResult Run(const Words& command, const std::string& input = {}) const {
    harness::ChildRequest child{command, Environment(), "/"};
    child.account = request_.account;
    child.dies_with_parent = true;
    harness::RunLimits limits;
    limits.wall = kCleanUpPatience;
    return harness::RunProgram(std::move(child), input, limits);
  }

  ContainerPrograms programs_;
  ContainerPlan plan_;
  SessionRequest request_;
  std::string image_;  // docker's name for it
  harness::LaunchLimits limits_;
};

}  // namespace

Result<std::unique_ptr<harness::Session>> OpenContainers(ContainerPrograms programs, ContainerPlan plan, Policy policy,
                                                         const SessionRequest& request) {
  auto launcher = std::make_unique<ContainerLauncher>(std::move(programs), std::move(plan), request);
  SANDPROOF_TRY(launcher->Prepare(policy));
  return harness::Keep(std::move(launcher), std::move(policy));
}

}  // namespace adapters
