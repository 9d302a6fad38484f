// SPDX-License-Identifier: Apache-2.0
#include "adapters/firejail/firejail_adapter.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "adapters/firejail/translate.h"
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

constexpr char kProgram[] = "firejail";
constexpr char kStateDirectory[] = "/run/firejail";

std::vector<harness::HostPath> LookInto(const std::string& directory) {
  std::vector<harness::HostPath> entries;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    if (entry.path() != kStateDirectory) entries.push_back(harness::LookAt(entry.path().string()));
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
    for (const std::string& path : *paths) host.named.push_back(harness::LookAt(path));
  }
  return host;
}

class FirejailLauncher : public harness::Launcher {
 public:
  FirejailLauncher(std::vector<std::string> command, Policy policy, const SessionRequest& request)
      : command_(std::move(command)), policy_(std::move(policy)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    for (std::string& word : CommandFor(launch.surface, launch.argv)) command.push_back(std::move(word));
    return Execute(request_, launch, command, FirejailEnvironment(policy_, request_.stage, request_.environment));
  }

 private:
  std::vector<std::string> command_;
  Policy policy_;
  SessionRequest request_;
};

class FirejailAdapter : public harness::Adapter {
 public:
  explicit FirejailAdapter(std::string path)
      : program_{kProgram, std::move(path), "apt-get install firejail, or run ci/adapters"} {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "firejail";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,
                             promise::kNoNetwork,    promise::kIsolated,      promise::kMortalDescendants,
                             promise::kEnvironment,  promise::kDescriptors,   promise::kIpc, promise::kHostPrograms};
    identity.surfaces = harness::AllSurfaces();
    // Where it sees no kernel threads in /proc, firejail takes itself for nested and runs the program without a
    // sandbox.
    identity.arena.own_processes = false;
    identity.arena.state_directories = {kStateDirectory};
    // In a user namespace that maps one account, a program that is set-user-id root does not become root.
    identity.arena.host = ::geteuid() != 0;
    if (const auto program = program_.Find(harness::TrustedSearchPath())) {
      identity.components.push_back(harness::ComponentAt(kProgram, *program));
    } else {
      program_.ReportMissing(identity);
    }
    return identity;
  }

  // Makes firejail's state directory ready on the way, which happens once and so is no doing of any launch.
  std::string Version() const override {
    const auto program = program_.Find(harness::TrustedSearchPath());
    if (!program) return {};
    const std::string line = harness::VersionLine({*program, "--version"}, {});
    const std::string start = "firejail version ";
    return line.starts_with(start) ? harness::Printable(line.substr(start.size())) : "unknown";
  }

  std::vector<std::string> Files() const override {
    const auto program = program_.Find(harness::TrustedSearchPath());
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
    const auto program = program_.Find(request.search_path);
    if (!program) return Failed{"look for firejail", "there is none; nothing was run"};
    const std::string file = request.work_directory + "/sandproof.profile";
    if (const auto written = harness::WriteFileAtomically(file, std::get<std::string>(profile)); !written) {
      return Failed{"write the profile", written.error().message};
    }
    std::vector<std::string> command = {*program, "--quiet", "--profile=" + file, "--"};
    return harness::Keep(std::make_unique<FirejailLauncher>(std::move(command), policy, request), policy);
  }

 private:
  harness::Program program_;
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeFirejail(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("firejail", options, {"path"}));
  return std::make_unique<FirejailAdapter>(given.at("path"));
}

}  // namespace adapters
