// SPDX-License-Identifier: Apache-2.0
#include "adapters/node-permission/node_permission_adapter.h"

#include <filesystem>

#include "adapters/node-permission/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/path_options.h"
#include "harness/adapter/program.h"
#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/model/promise.h"
#include "harness/process/run.h"

namespace adapters {
namespace {

using harness::Failed;
using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

constexpr char kProgram[] = "node";
constexpr harness::Milliseconds kPatience{10'000};

// Left out is what Node has no call for (file.mmap, file.mkfifo, file.setxattr), what its model grants for every path
// or for none (file.exec, proc.daemon: child processes; file.symlink), and so cannot be granted as a policy does.
const std::vector<std::string>& Verbs() {
  static const std::vector<std::string> kVerbs = {
      "env.read",      "file.append", "file.chmod",     "file.chown", "file.copy",     "file.create", "file.link",
      "file.list",     "file.mkdir",  "file.overwrite", "file.read",  "file.readlink", "file.rename", "file.rmdir",
      "file.truncate", "file.unlink", "file.utimes",    "file.write", "http.get",      "http.post",   "net.connect",
      "net.knock",     "proc.die",    "proc.exit",      "proc.find",  "proc.signal",   "stdio.echo"};
  return kVerbs;
}

// What `node OPTION` prints.
std::string Ask(const std::string& program, const char* option) {
  harness::RunLimits limits;
  limits.wall = kPatience;
  return harness::RunProgram({{program, option}, {}}, {}, limits).out;
}

class NodePermissionLauncher : public harness::Launcher {
 public:
  NodePermissionLauncher(std::vector<std::string> command, std::vector<std::string> carrier, Policy policy,
                        const SessionRequest& request)
      : command_(std::move(command)), carrier_(std::move(carrier)), policy_(std::move(policy)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    for (std::string& word : harness::WithoutCarrier(launch.argv, carrier_)) command.push_back(std::move(word));
    return Execute(request_, launch, command, NodeEnvironment(policy_, request_.stage, request_.environment));
  }

 private:
  std::vector<std::string> command_;  // up to the script; stands in place of the carrier
  std::vector<std::string> carrier_;
  Policy policy_;
  SessionRequest request_;
};

class NodePermissionAdapter : public harness::Adapter {
 public:
  NodePermissionAdapter(std::string path, const std::string& steps)
      : program_{kProgram, std::move(path), "apt-get install nodejs, or run ci/adapters"} {
    std::error_code error;
    // Node itself resolves the links in a script's path, and grants go by what it then is.
    const std::filesystem::path resolved = std::filesystem::weakly_canonical(steps, error);
    steps_ = error ? steps : resolved.string();
    protocol_ = std::filesystem::path(steps_).parent_path().parent_path().string() + "/carrier.mjs";
  }

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "node-permission";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined};
    identity.surfaces = {harness::Surface::kExec};
    identity.verbs = Verbs();
    const auto program = program_.Find(harness::TrustedSearchPath());
    if (!program) {
      program_.ReportMissing(identity);
      return identity;
    }
    identity.carrier = {*program, steps_};
    identity.components.push_back({kProgram, *program, Digest(*program)});
    return identity;
  }

  std::string Version() const override {
    const auto program = program_.Find(harness::TrustedSearchPath());
    if (!program) return {};
    std::string version = harness::VersionLine({*program, "--version"}, {});
    if (version.starts_with('v')) version.erase(0, 1);
    return version.empty() ? "unknown" : harness::Printable(version);
  }

  std::vector<std::string> Files() const override {
    std::vector<std::string> files = {steps_, protocol_};
    if (const auto program = program_.Find(harness::TrustedSearchPath())) files.push_back(*program);
    return files;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    const auto program = program_.Find(request.search_path);
    if (!program) return Failed{"look for node", "there is none; nothing was run"};
    const std::string model_option = ModelOption(*program);
    if (model_option.empty()) return Failed{"look for the permission model", "this node has none; nothing was run"};
    auto options = NodeOptions(policy, {model_option, {steps_, protocol_}});
    if (auto* refused = std::get_if<harness::Refused>(&options)) return std::move(*refused);
    std::vector<std::string> command = {*program};
    for (std::string& option : std::get<std::vector<std::string>>(options)) command.push_back(std::move(option));
    command.push_back(steps_);
    return harness::Keep(std::make_unique<NodePermissionLauncher>(std::move(command), Describe().carrier, policy, request), policy);
  }

 private:
  // A runtime is a large file, and does not change during a run.
  std::string Digest(const std::string& program) const {
    if (digest_.empty()) digest_ = harness::Sha256OfFile(program).value_or("");
    return digest_;
  }

  std::string ModelOption(const std::string& program) {
    if (model_option_.empty()) model_option_ = FindModelOption(Ask(program, "--help"));
    return model_option_;
  }

  harness::Program program_;
  std::string steps_;
  std::string protocol_;  // what the steps import
  mutable std::string digest_;
  std::string model_option_;
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeNodePermission(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("node-permission", options, {"path", "steps"}));
  const std::string& steps = given.at("steps");
  if (steps.empty()) return harness::Fail("adapter node-permission needs steps=, the script that performs the steps");
  return std::make_unique<NodePermissionAdapter>(given.at("path"), steps);
}

}  // namespace adapters
