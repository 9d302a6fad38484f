// SPDX-License-Identifier: Apache-2.0
#include "adapters/bubblewrap/bubblewrap_adapter.h"

#include <filesystem>

#include "adapters/bubblewrap/translate.h"
#include "harness/adapter/execute.h"
#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/model/promise.h"
#include "harness/process/run.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::LaunchRequest;
using harness::LaunchResult;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kProgram[] = "bwrap";
constexpr harness::Milliseconds kVersionPatience{2'000};

class BubblewrapSession : public harness::Session {
 public:
  BubblewrapSession(std::vector<std::string> command, Policy policy, const SessionRequest& request)
      : command_(std::move(command)), policy_(std::move(policy)), request_(request) {}

  LaunchResult Launch(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    command.emplace_back("--");
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    // An empty environment: bwrap's own block is readable inside as /proc/1/environ whatever --clearenv says.
    return Execute(request_, launch, command, {});
  }

  Policy EffectivePolicy() const override { return policy_; }

 private:
  std::vector<std::string> command_;
  Policy policy_;
  SessionRequest request_;
};

class BubblewrapAdapter : public harness::Adapter {
 public:
  explicit BubblewrapAdapter(std::string path) : path_(std::move(path)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "bubblewrap";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined,     promise::kDeny,       promise::kNoNetwork,
                             promise::kIsolated,     promise::kMortalDescendants, promise::kEnvironment};
    identity.surfaces = harness::AllSurfaces();
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) {
      identity.unavailable = path_.empty() ? "there is no bwrap in " + TrustedDirectories()
                                           : harness::Printable(path_) + " is not an executable file";
      identity.remedy = path_.empty() ? "apt-get install bubblewrap" : "name an executable file with path=";
      return identity;
    }
    identity.components.push_back({kProgram, *program, harness::Sha256OfFile(*program).value_or("")});
    return identity;
  }

  std::string Version() const override {
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) return {};
    harness::RunLimits limits;
    limits.wall = kVersionPatience;
    const harness::RunResult run = harness::RunProgram({{*program, "--version"}, {}}, {}, limits);
    std::string version = run.out.substr(0, run.out.find('\n'));
    if (version.starts_with("bubblewrap ")) version.erase(0, 11);
    return version.empty() ? "unknown" : harness::Printable(version);
  }

  std::vector<std::string> Files() const override {
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) return {};
    // A program that was brought along may use what lies beside it.
    return {*program, std::filesystem::path(*program).parent_path().string()};
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const auto program = Program(request.search_path);
    if (!program) return Failed{"look for bwrap", "there is none; nothing was run"};
    auto options = BubblewrapOptions(policy, request.stage, LookAtHost(policy), request.environment);
    if (auto* refused = std::get_if<harness::Refused>(&options)) return std::move(*refused);
    std::vector<std::string> command = {*program};
    for (std::string& option : std::get<std::vector<std::string>>(options)) command.push_back(std::move(option));
    return std::make_unique<BubblewrapSession>(std::move(command), policy, request);
  }

 private:
  static std::string TrustedDirectories() {
    std::string list;
    for (const std::string& directory : harness::TrustedSearchPath()) list += (list.empty() ? "" : ", ") + directory;
    return list;
  }

  std::optional<std::string> Program(const std::vector<std::string>& search_path) const {
    return path_.empty() ? harness::FindProgram(kProgram, search_path) : harness::FindProgramAt(path_, search_path);
  }

  std::string path_;  // empty: look for it
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeBubblewrap(const harness::AdapterOptions& options) {
  std::string path;
  for (const auto& [name, value] : options) {
    if (name != "path") {
      return harness::Fail("adapter bubblewrap has no option '" + harness::Printable(name) + "'; it knows: path");
    }
    if (!value.starts_with('/')) {
      return harness::Fail("adapter bubblewrap wants an absolute path=, not '" + harness::Printable(value) + "'");
    }
    path = value;
  }
  return std::make_unique<BubblewrapAdapter>(path);
}

}  // namespace adapters
