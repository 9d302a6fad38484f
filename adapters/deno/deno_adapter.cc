// SPDX-License-Identifier: Apache-2.0
#include "adapters/deno/deno_adapter.h"

#include <array>
#include <filesystem>

#include "adapters/deno/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/path_options.h"
#include "harness/adapter/program.h"
#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kProgram[] = "deno";
constexpr std::array<const char*, 2> kBuilds = {"linux-x64-glibc", "linux-arm64-glibc"};

// Left out is what Deno has no call for (file.mmap, file.mkfifo, file.setxattr), what it permits for every path or for
// none (file.symlink), and what would need the permission to run programs, which are not confined (file.exec,
// proc.daemon; proc.die too: a program may not even signal itself).
const std::vector<std::string>& Verbs() {
  static const std::vector<std::string> kVerbs = {
      "env.read",      "file.append", "file.chmod",     "file.chown",  "file.copy",     "file.create", "file.link",
      "file.list",     "file.mkdir",  "file.overwrite", "file.read",   "file.readlink", "file.rename", "file.rmdir",
      "file.truncate", "file.unlink", "file.utimes",    "file.write",  "http.get",      "http.post",   "net.connect",
      "net.knock",     "proc.exit",   "proc.find",      "proc.signal", "stdio.echo"};
  return kVerbs;
}

class DenoLauncher : public harness::Launcher {
 public:
  DenoLauncher(std::vector<std::string> command, std::vector<std::string> carrier, Policy policy,
              const SessionRequest& request)
      : command_(std::move(command)), carrier_(std::move(carrier)), policy_(std::move(policy)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    for (std::string& word : harness::WithoutCarrier(launch.argv, carrier_)) command.push_back(std::move(word));
    return Execute(request_, launch, command,
                   DenoEnvironment(policy_, request_.stage, request_.environment, request_.work_directory + "/deno"));
  }

 private:
  std::vector<std::string> command_;  // up to the script; stands in place of the carrier
  std::vector<std::string> carrier_;
  Policy policy_;
  SessionRequest request_;
};

class DenoAdapter : public harness::Adapter {
 public:
  DenoAdapter(std::string path, std::string packages, const std::string& steps)
      : program_{kProgram, std::move(path), "run ci/adapters"}, packages_(std::move(packages)) {
    std::error_code error;
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(steps, error);
    steps_ = error ? steps : resolved.string();
    protocol_ = std::filesystem::path(steps_).parent_path().parent_path().string() + "/carrier.mjs";
  }

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "deno";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined, promise::kDeny,       promise::kNoNetwork,
                             promise::kAllowedHosts, promise::kIsolated,      promise::kEnvironment};
    identity.surfaces = {harness::Surface::kExec};
    identity.verbs = Verbs();
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) {
      program_.ReportMissing(identity);
      return identity;
    }
    identity.carrier = {*program, "run", "--allow-all"};
    identity.carrier.insert(identity.carrier.end(), DenoRunOptions().begin(), DenoRunOptions().end());
    identity.carrier.push_back(steps_);
    identity.components.push_back({kProgram, *program, Digest(*program)});
    return identity;
  }

  std::string Version() const override {
    const auto program = Program(harness::TrustedSearchPath());
    if (!program) return {};
    const std::string line = harness::VersionLine({*program, "--version"}, {"NO_COLOR=1"});
    if (!line.starts_with("deno ")) return "unknown";
    return harness::Printable(line.substr(5, line.find(' ', 5) - 5));
  }

  std::vector<std::string> Files() const override {
    std::vector<std::string> files = {steps_, protocol_};
    if (const auto program = Program(harness::TrustedSearchPath())) files.push_back(*program);
    return files;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const auto program = Program(request.search_path);
    if (!program) return Failed{"look for deno", "there is none; nothing was run"};
    auto options = DenoOptions(policy);
    if (auto* refused = std::get_if<harness::Refused>(&options)) return std::move(*refused);
    std::vector<std::string> command = {*program, "run"};
    for (std::string& option : std::get<std::vector<std::string>>(options)) command.push_back(std::move(option));
    command.push_back(steps_);
    return harness::Keep(std::make_unique<DenoLauncher>(std::move(command), Describe().carrier, policy, request), policy);
  }

 private:
  std::optional<std::string> Program(const std::vector<std::string>& search_path) const {
    for (const char* build : kBuilds) {
      if (packages_.empty() || !program_.path.empty()) break;
      const std::string path = packages_ + "/deno/node_modules/@deno/" + build + "/" + kProgram;
      if (auto program = harness::FindProgramAt(path, search_path)) return program;
    }
    return program_.Find(search_path);
  }

  // A runtime is a large file, and does not change during a run.
  std::string Digest(const std::string& program) const {
    if (digest_.empty()) digest_ = harness::Sha256OfFile(program).value_or("");
    return digest_;
  }

  harness::Program program_;
  std::string packages_;  // may be empty
  std::string steps_;
  std::string protocol_;  // what the steps import
  mutable std::string digest_;
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeDeno(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("deno", options, {"path", "packages", "steps"}));
  if (given.at("steps").empty()) return harness::Fail("adapter deno needs steps=, the script that performs the steps");
  return std::make_unique<DenoAdapter>(given.at("path"), given.at("packages"), given.at("steps"));
}

}  // namespace adapters
