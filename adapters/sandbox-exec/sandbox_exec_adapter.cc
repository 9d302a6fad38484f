// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/sandbox_exec_adapter.h"

#include <sys/utsname.h>

#include <filesystem>
#include <string_view>
#include <utility>

#include "adapters/sandbox-exec/profile.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/environment.h"
#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/model/promise.h"
#include "harness/process/run.h"

namespace adapters {
namespace {

namespace promise = harness::promise;
using harness::Failed;
using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;

constexpr char kProgram[] = "sandbox-exec";
constexpr harness::Milliseconds kVersionPatience{2'000};

bool IsMacOs() {
  utsname name = {};
  return ::uname(&name) == 0 && std::string_view(name.sysname) == "Darwin";
}

LinkedPaths FollowLinks(const std::vector<std::string>& paths) {
  LinkedPaths links;
  for (const std::string& path : paths) {
    std::error_code error;
    const std::string real = std::filesystem::weakly_canonical(path, error).string();
    if (!error && real != path) links[path] = real;
  }
  return links;
}

class SandboxExecLauncher : public harness::Launcher {
 public:
  SandboxExecLauncher(std::vector<std::string> command, Policy policy, const SessionRequest& request)
      : command_(std::move(command)), policy_(std::move(policy)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    // sandbox-exec hands its own environment on, so it gets what the program inside is to have.
    std::vector<std::string> environment;
    for (const auto& [name, value] : EnvironmentInside(policy_, request_.stage, request_.stage.tmp, request_.environment)) {
      environment.push_back(name + "=" + value);
    }
    return Execute(request_, launch, command, environment);
  }

 private:
  std::vector<std::string> command_;
  Policy policy_;
  SessionRequest request_;
};

class SandboxExecAdapter : public harness::Adapter {
 public:
  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "sandbox-exec";
    // Nothing ends a descendant that has left the process group.
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,
                             promise::kNoNetwork,    promise::kIsolated,      promise::kEnvironment, promise::kHostPrograms};
    identity.arena.host = true;
    identity.surfaces = harness::AllSurfaces();
    const auto program = harness::FindProgram(kProgram, harness::TrustedSearchPath());
    if (!IsMacOs() || !program) {
      identity.unavailable = IsMacOs() ? "there is no /usr/bin/sandbox-exec" : "sandbox-exec is part of macOS";
      identity.remedy = IsMacOs() ? "use a macOS that has it" : "run on macOS";
      return identity;
    }
    identity.components.push_back({kProgram, *program, harness::Sha256OfFile(*program).value_or("")});
    return identity;
  }

  // Seatbelt comes with the system and has no version of its own.
  std::string Version() const override {
    harness::RunLimits limits;
    limits.wall = kVersionPatience;
    const harness::RunResult run = harness::RunProgram({{"/usr/bin/sw_vers", "-productVersion"}, {}}, {}, limits);
    const std::string version = run.out.substr(0, run.out.find('\n'));
    return version.empty() ? "unknown" : "macOS " + harness::Printable(version);
  }

  std::vector<std::string> Files() const override { return {}; }

  harness::Opened Open(const SessionRequest& request) override {
    const auto program = harness::FindProgram(kProgram, request.search_path);
    if (!IsMacOs() || !program) return Failed{"look for sandbox-exec", "there is none; nothing was run"};
    const Policy policy = Meet(request.operator_policy, request.project);
    auto profile = SeatbeltProfile(policy, request.stage, FollowLinks(PathsOf(policy, request.stage)));
    if (auto* refused = std::get_if<harness::Refused>(&profile)) return std::move(*refused);
    std::vector<std::string> command = {*program, "-p", std::get<std::string>(std::move(profile)), "--"};
    return harness::Keep(std::make_unique<SandboxExecLauncher>(std::move(command), policy, request), policy);
  }
};

}  // namespace

std::unique_ptr<harness::Adapter> MakeSandboxExec() { return std::make_unique<SandboxExecAdapter>(); }

}  // namespace adapters
