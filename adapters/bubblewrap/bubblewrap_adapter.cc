// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/bubblewrap_adapter.h"

#include <algorithm>
#include <filesystem>

#include "adapters/bubblewrap/terminal_filter.h"
#include "adapters/bubblewrap/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/path_options.h"
#include "harness/adapter/program.h"
#include "harness/base/encoding.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kProgram[] = "bwrap";

class BubblewrapLauncher : public harness::Launcher {
 public:
  BubblewrapLauncher(std::vector<std::string> command, const SessionRequest& request, harness::LaunchLimits limits)
      : command_(std::move(command)), request_(request), limits_(std::move(limits)) {
    // bwrap hands every descriptor that it was started with on to the program inside.
    request_.inherited.clear();
  }

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    SessionRequest request = request_;
    harness::UniqueFd filter;
    if (IsTerminal(launch.surface)) {
      auto made = MakeTerminalFilter();
      if (!made) return NotStarted(made.error().code);
      filter = *std::move(made);
      request.inherited = {filter.get()};
      // In a session of its own the program would have no terminal, and hear nothing of what is done to it.
      command.erase(std::find(command.begin(), command.end(), kOwnTerminalSession));
      command.insert(command.end(), {"--seccomp", std::to_string(harness::kFirstInherited)});
    }
    command.emplace_back("--");
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    // An empty environment: bwrap's own block is readable inside as /proc/1/environ whatever --clearenv says.
    return Execute(request, launch, command, {}, {}, &limits_);
  }

 private:
  static std::unique_ptr<harness::Process> NotStarted(int code) {
    harness::LaunchResult result;
    result.ending = harness::NotStarted{"filter the terminal", code};
    return Over(std::move(result));
  }

  std::vector<std::string> command_;
  SessionRequest request_;
  harness::LaunchLimits limits_;
};

class BubblewrapAdapter : public harness::Adapter {
 public:
  explicit BubblewrapAdapter(std::string path) : program_{kProgram, std::move(path), "apt-get install bubblewrap"} {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "bubblewrap";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined,     promise::kDeny,       promise::kNoNetwork,
                             promise::kIsolated,     promise::kMortalDescendants, promise::kEnvironment,
                             promise::kDescriptors,  promise::kIpc,               promise::kAllowedSockets,
                             promise::kHostPrograms, promise::kTerminal};
    for (std::string& limit : harness::PromisesAtLaunch()) identity.capabilities.push_back(std::move(limit));
    identity.surfaces = harness::AllSurfaces();
    if (const auto program = program_.Find(harness::TrustedSearchPath())) {
      identity.components.push_back(harness::ComponentAt(kProgram, *program));
    } else {
      program_.ReportMissing(identity);
    }
    return identity;
  }

  std::string Version() const override {
    const auto program = program_.Find(harness::TrustedSearchPath());
    if (!program) return {};
    std::string version = harness::VersionLine({*program, "--version"}, {});
    if (version.starts_with("bubblewrap ")) version.erase(0, 11);
    return version.empty() ? "unknown" : harness::Printable(version);
  }

  std::vector<std::string> Files() const override {
    const auto program = program_.Find(harness::TrustedSearchPath());
    if (!program) return {};
    // A program that was brought along may use what lies beside it.
    return {*program, std::filesystem::path(*program).parent_path().string()};
  }

  // What bwrap is started with comes in, so that it can be broken in a way that launchers which close descriptors cannot.
  std::vector<harness::Weakening> Weakenings() const override {
    std::vector<harness::Weakening> weakenings = Adapter::Weakenings();
    weakenings.push_back({"keep-descriptors", "what the launcher has open comes in", promise::kDescriptors,
                          "descriptors/close-file"});
    return weakenings;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const auto program = program_.Find(request.search_path);
    if (!program) return Failed{"look for bwrap", "there is none; nothing was run"};
    auto options = BubblewrapOptions(policy, request.stage, LookAtHost(policy), request.environment);
    if (auto* refused = std::get_if<harness::Refused>(&options)) return std::move(*refused);
    std::vector<std::string> command = {*program};
    for (std::string& option : std::get<std::vector<std::string>>(options)) command.push_back(std::move(option));
    auto limits = harness::LaunchLimits::For(policy.limits);
    if (!limits) return Failed{"prepare the limits", limits.error().message};
    return harness::Keep(std::make_unique<BubblewrapLauncher>(std::move(command), request, *std::move(limits)), policy);
  }

 private:
  harness::Program program_;
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeBubblewrap(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("bubblewrap", options, {"path"}));
  return std::make_unique<BubblewrapAdapter>(given.at("path"));
}

}  // namespace adapters
