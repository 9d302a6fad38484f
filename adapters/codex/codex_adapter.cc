// SPDX-License-Identifier: Apache-2.0
#include "adapters/codex/codex_adapter.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "adapters/codex/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/path_options.h"
#include "harness/adapter/program.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kBwrap[] = "bwrap";
#if defined(__aarch64__)
constexpr char kPlatform[] = "/codex/node_modules/@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl";
#else
constexpr char kPlatform[] = "/codex/node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl";
#endif

bool Exists(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0;
}

// codex makes no links to its helper in a home that lies within TMPDIR.
std::string HomeIn(const std::string& work_directory) { return work_directory + "/home"; }
std::string TmpIn(const std::string& work_directory) { return work_directory + "/tmp"; }

harness::Result<void> MakeDirectory(const std::string& path, const std::optional<harness::Account>& owner) {
  if (::mkdir(path.c_str(), 0700) != 0) return harness::FailErrno("cannot make " + path);
  if (owner && ::chown(path.c_str(), owner->uid, owner->gid) != 0)
    return harness::FailErrno("cannot give away " + path);
  return {};
}

harness::Result<void> Prepare(const SessionRequest& request, const std::string& config) {
  SANDPROOF_TRY(MakeDirectory(TmpIn(request.work_directory), request.account));
  SANDPROOF_TRY(MakeDirectory(HomeIn(request.work_directory), request.account));
  const std::string file = HomeIn(request.work_directory) + "/config.toml";
  SANDPROOF_TRY(harness::WriteFileAtomically(file, config));
  if (::chmod(file.c_str(), 0644) != 0) return harness::FailErrno("cannot open " + file + " to the account");
  return {};
}

class CodexLauncher : public harness::Launcher {
 public:
  CodexLauncher(std::string program, const SessionRequest& request) : program_(std::move(program)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = {program_, "sandbox", "--"};
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    return Execute(request_, launch, command, Environment());
  }

 private:
  // Of codex itself; the configuration says what the program inside gets.
  std::vector<std::string> Environment() const {
    std::string path;
    for (const std::string& directory : request_.search_path) path += (path.empty() ? "" : ":") + directory;
    return {"PATH=" + path, "HOME=" + request_.stage.home, "CODEX_HOME=" + HomeIn(request_.work_directory),
            "TMPDIR=" + TmpIn(request_.work_directory), "LANG=C.UTF-8"};
  }

  std::string program_;
  SessionRequest request_;
};

class CodexAdapter : public harness::Adapter {
 public:
  explicit CodexAdapter(std::string packages) : packages_(std::move(packages)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "codex";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,
                             promise::kNoNetwork,    promise::kIsolated,      promise::kMortalDescendants,
                             promise::kEnvironment,  promise::kDescriptors,   promise::kIpc, promise::kHostPrograms};
    identity.surfaces = harness::AllSurfaces();
    // Of codex's daemon, masked inside. codex makes it whatever TMPDIR says.
    identity.arena.account_directories = {"/tmp/codex-daemon-${uid}"};
    const auto program = Program();
    if (!program) {
      identity.unavailable = packages_.empty()
                                 ? "nobody said where its package is installed"
                                 : "there is no " + harness::Printable(packages_ + kPlatform + "/bin/codex");
      identity.remedy = "run ci/adapters";
      return identity;
    }
    if (components_.empty()) {
      for (const std::string& path : {*program, Bwrap()}) {
        const std::string name = std::filesystem::path(path).filename().string();
        components_.push_back(harness::ComponentAt(name, path));
      }
    }
    identity.components = components_;
    return identity;
  }

  std::string Version() const override {
    const auto manifest = harness::ReadFile(packages_ + "/codex/node_modules/@openai/codex/package.json");
    const auto json = nlohmann::json::parse(manifest.value_or(""), nullptr, false);
    return json.is_object() ? harness::Printable(json.value("version", "unknown")) : "unknown";
  }

  std::vector<std::string> Files() const override {
    if (!Program()) return {};
    return {packages_ + "/codex/node_modules", Bwrap()};
  }

  // codex always makes a pid namespace, so that it cannot be broken there.
  std::vector<harness::Weakening> Weakenings() const override {
    std::vector<harness::Weakening> weakenings = WeakeningsOf(Describe());
    std::erase_if(weakenings, [](const auto& one) { return one.name == "share-processes"; });
    return weakenings;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const auto program = Program();
    if (!program || !harness::FindProgramAt(*program, request.search_path)) {
      return Failed{"look for codex", "there is none; nothing was run"};
    }
    auto config =
        CodexConfig(policy, request.stage, LookAtHost(policy, *program, request.work_directory), request.environment);
    if (auto* refused = std::get_if<harness::Refused>(&config)) return std::move(*refused);
    if (auto prepared = Prepare(request, std::get<std::string>(config)); !prepared) {
      return Failed{"write the configuration", prepared.error().message};
    }
    return harness::Keep(std::make_unique<CodexLauncher>(*program, request), policy);
  }

 private:
  static CodexHost LookAtHost(const Policy& policy, const std::string& program, const std::string& work_directory) {
    CodexHost host;
    for (const auto* grants : {&policy.filesystem.read, &policy.filesystem.write}) {
      for (const std::string& path : *grants) {
        if (path != harness::kSystem && !Exists(path)) host.missing.push_back(path);
      }
    }
    host.own = {program, HomeIn(work_directory) + "/tmp"};
    host.tmp = TmpIn(work_directory);
    return host;
  }

  std::optional<std::string> Program() const {
    if (packages_.empty()) return std::nullopt;
    return harness::FindProgram("codex", {packages_ + kPlatform + "/bin"});
  }

  // codex takes the system's before its own.
  std::string Bwrap() const {
    return harness::FindProgram(kBwrap, harness::TrustedSearchPath())
        .value_or(packages_ + kPlatform + "/codex-resources/bwrap");
  }

  std::string packages_;
  mutable std::vector<harness::Component> components_;  // 300 MB to digest
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeCodex(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("codex", options, {"packages"}));
  // Through no link: what a sandbox is told to show has to be where it really is.
  std::error_code ignored;
  const std::string packages = std::filesystem::weakly_canonical(given.at("packages"), ignored).string();
  return std::make_unique<CodexAdapter>(packages);
}

}  // namespace adapters
