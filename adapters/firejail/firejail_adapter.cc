// SPDX-License-Identifier: Apache-2.0
#include "adapters/firejail/firejail_adapter.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "adapters/firejail/translate.h"
#include "harness/adapter/execute.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"
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

constexpr char kProgram[] = "firejail";
constexpr char kStateDirectory[] = "/run/firejail";
constexpr harness::Milliseconds kVersionPatience{5'000};

FirejailPath LookAt(const std::string& path) {
  using Kind = FirejailPath::Kind;
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return {path, Kind::kMissing};
  if (S_ISDIR(status.st_mode)) return {path, Kind::kDirectory};
  return {path, S_ISLNK(status.st_mode) ? Kind::kSymlink : Kind::kFile};
}

std::vector<FirejailPath> LookInto(const std::string& directory) {
  std::vector<FirejailPath> entries;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    if (entry.path() != kStateDirectory) entries.push_back(LookAt(entry.path().string()));
  }
  return entries;
}

std::string NameOf(uid_t uid) {
  const passwd* const entry = ::getpwuid(uid);
  return entry == nullptr ? std::string() : entry->pw_name;
}

FirejailView LookAtHost(const Policy& policy, uid_t uid) {
  FirejailView host{LookInto("/"), LookInto("/run"), {}, NameOf(uid)};
  for (const auto* paths : {&policy.filesystem.read, &policy.filesystem.write, &policy.filesystem.deny}) {
    for (const std::string& path : *paths) host.named.push_back(LookAt(path));
  }
  return host;
}

class FirejailSession : public harness::Session {
 public:
  FirejailSession(std::vector<std::string> command, Policy policy, const SessionRequest& request)
      : command_(std::move(command)), policy_(std::move(policy)), request_(request) {}

  LaunchResult Launch(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    return Execute(request_, launch, command, FirejailEnvironment(policy_, request_.stage, request_.environment));
  }

  Policy EffectivePolicy() const override { return policy_; }

 private:
  std::vector<std::string> command_;
  Policy policy_;
  SessionRequest request_;
};

class FirejailAdapter : public harness::Adapter {
 public:
  explicit FirejailAdapter(std::string path) : path_(std::move(path)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "firejail";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,
                             promise::kNoNetwork,    promise::kIsolated,      promise::kMortalDescendants,
                             promise::kEnvironment};
    identity.surfaces = harness::AllSurfaces();
    // Where it sees no kernel threads in /proc, firejail takes itself for nested and runs the program without a
    // sandbox.
    identity.arena.own_processes = false;
    identity.arena.state_directories = {kStateDirectory};
    // In a user namespace that maps one account, a program that is set-user-id root does not become root.
    identity.arena.host = ::geteuid() != 0;
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) {
      identity.unavailable = path_.empty() ? "there is no firejail in the trusted directories"
                                           : harness::Printable(path_) + " is not an executable file";
      identity.remedy =
          path_.empty() ? "apt-get install firejail, or run ci/adapters" : "name an executable file with path=";
      return identity;
    }
    identity.components.push_back({kProgram, *program, harness::Sha256OfFile(*program).value_or("")});
    return identity;
  }

  // Makes firejail's state directory ready on the way, which happens once and so is no doing of any launch.
  std::string Version() const override {
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) return {};
    harness::RunLimits limits;
    limits.wall = kVersionPatience;
    const std::string out = harness::RunProgram({{*program, "--version"}, {}}, {}, limits).out;
    const std::string start = "firejail version ";
    if (!out.starts_with(start)) return "unknown";
    return harness::Printable(out.substr(start.size(), out.find('\n') - start.size()));
  }

  std::vector<std::string> Files() const override {
    const auto program = Program(harness::TrustedSearchPath());
    return program ? std::vector<std::string>{*program} : std::vector<std::string>();
  }

  // Without a pid namespace there is no firejail.
  std::vector<harness::Weakening> Weakenings() const override {
    std::vector<harness::Weakening> weakenings = Adapter::Weakenings();
    std::erase_if(weakenings, [](const harness::Weakening& one) { return one.breaks == promise::kIsolated; });
    return weakenings;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const uid_t uid = request.account ? request.account->uid : ::geteuid();
    const auto profile = FirejailProfile(policy, request.stage, LookAtHost(policy, uid));
    if (const auto* refused = std::get_if<harness::Refused>(&profile)) return *refused;
    const auto program = Program(request.search_path);
    if (!program) return Failed{"look for firejail", "there is none; nothing was run"};
    const std::string file = request.work_directory + "/sandproof.profile";
    if (const auto written = harness::WriteFileAtomically(file, std::get<std::string>(profile)); !written) {
      return Failed{"write the profile", written.error().message};
    }
    return std::make_unique<FirejailSession>(std::vector<std::string>{*program, "--quiet", "--profile=" + file, "--"},
                                             policy, request);
  }

 private:
  std::optional<std::string> Program(const std::vector<std::string>& search_path) const {
    return path_.empty() ? harness::FindProgram(kProgram, search_path) : harness::FindProgramAt(path_, search_path);
  }

  std::string path_;  // empty: look for it
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeFirejail(const harness::AdapterOptions& options) {
  std::string path;
  for (const auto& [name, value] : options) {
    if (name != "path") {
      return harness::Fail("adapter firejail has no option '" + harness::Printable(name) + "'; it knows: path");
    }
    if (!value.starts_with('/')) {
      return harness::Fail("adapter firejail wants an absolute path=, not '" + harness::Printable(value) + "'");
    }
    path = value;
  }
  return std::make_unique<FirejailAdapter>(path);
}

}  // namespace adapters
