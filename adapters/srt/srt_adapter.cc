// SPDX-License-Identifier: Apache-2.0
#include "adapters/srt/srt_adapter.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "adapters/srt/library_runner.h"
#include "adapters/srt/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/host_view.h"
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

constexpr char kFirstVersion[] = "0.0.26";
constexpr char kRemedy[] = "run ci/adapters";
#if defined(__aarch64__)
constexpr char kMachine[] = "arm64";
#else
constexpr char kMachine[] = "x64";
#endif

struct Flavour {
  std::string packages;
  SrtGeneration generation = SrtGeneration::kCurrent;
  bool through_library = false;

  std::string Package() const {
    const char* const folder = generation == SrtGeneration::kFirst ? "/srt-0.0.26" : "/srt";
    return packages + folder + "/node_modules/@anthropic-ai/sandbox-runtime";
  }
  std::string Entry() const { return Package() + (through_library ? "/dist/index.js" : "/dist/cli.js"); }
  // Blocks Unix sockets; srt executes it inside.
  std::string Helper() const { return Package() + "/vendor/seccomp/" + kMachine + "/apply-seccomp"; }
  std::string Variant() const {
    if (generation == SrtGeneration::kFirst) return through_library ? "0.0.26-library" : kFirstVersion;
    return through_library ? "library" : "";
  }
};

// What the package looks for on its PATH.
const std::vector<std::string>& Programs() {
  static const std::vector<std::string> kNames = {"node", "bwrap", "socat", "rg"};
  return kNames;
}

bool Exists(const std::string& path) {
  struct stat status = {};
  return ::lstat(path.c_str(), &status) == 0;
}

// TMPDIR of srt, apart from the settings: a program inside can see it.
std::string TmpIn(const std::string& work_directory) { return work_directory + "/tmp"; }

SrtHost LookAtHost(const Policy& policy, const Flavour& flavour, const std::string& work_directory) {
  SrtHost host;
  for (const std::string& path : harness::SystemPaths()) {
    if (Exists(path)) host.system.push_back(path);
  }
  for (const auto* grants : {&policy.filesystem.read, &policy.filesystem.write}) {
    for (const std::string& path : *grants) {
      if (path != harness::kSystem && !Exists(path)) host.missing.push_back(path);
    }
  }
  host.own = {std::filesystem::path(flavour.Helper()).parent_path().string(), TmpIn(work_directory)};
  return host;
}

class SrtLauncher : public harness::Launcher {
 public:
  SrtLauncher(std::vector<std::string> command, Policy policy, const SessionRequest& request)
      : command_(std::move(command)), policy_(std::move(policy)), request_(request) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    std::vector<std::string> command = command_;
    command.push_back(
        SrtCommandLine(policy_, request_.stage, CommandFor(launch.surface, launch.argv), request_.environment));
    return Execute(request_, launch, command, Environment());
  }

 private:
  std::vector<std::string> Environment() const {
    std::string path;
    for (const std::string& directory : request_.search_path) path += (path.empty() ? "" : ":") + directory;
    return {"PATH=" + path, "HOME=" + request_.stage.home, "TMPDIR=" + TmpIn(request_.work_directory), "LANG=C.UTF-8"};
  }

  std::vector<std::string> command_;
  Policy policy_;
  SessionRequest request_;
};

class SrtAdapter : public harness::Adapter {
 public:
  explicit SrtAdapter(Flavour flavour) : flavour_(std::move(flavour)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "srt";
    identity.variant = flavour_.Variant();
    identity.capabilities = {promise::kWriteConfined, promise::kDeny,        promise::kNoNetwork,
                             promise::kIsolated,      promise::kEnvironment, promise::kMortalDescendants,
                             promise::kDescriptors,   promise::kIpc,         promise::kHostPrograms};
    if (flavour_.generation == SrtGeneration::kCurrent) {
      identity.capabilities.insert(identity.capabilities.end(), {promise::kReadConfined, promise::kAllowedHosts});
    }
    identity.surfaces = harness::AllSurfaces();
    if (flavour_.through_library) LeaveCallsOutside(identity);
    identity.unavailable = WhyUnavailable();
    if (identity.unavailable.empty()) {
      identity.components = Components();
    } else {
      identity.remedy = kRemedy;
    }
    return identity;
  }

  std::string Version() const override {
    const auto manifest = harness::ReadFile(flavour_.Package() + "/package.json");
    const auto json = nlohmann::json::parse(manifest.value_or(""), nullptr, false);
    return json.is_object() ? harness::Printable(json.value("version", "unknown")) : "unknown";
  }

  std::vector<std::string> Files() const override {
    std::vector<std::string> files = {flavour_.Package() + "/../.."};
    files[0] = std::filesystem::path(files[0]).lexically_normal().string();
    for (const std::string& name : Programs()) {
      if (const auto program = harness::FindProgram(name, harness::TrustedSearchPath())) files.push_back(*program);
    }
    return files;
  }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    // Only node is needed to ask srt. What it does about its other programs is for srt to say.
    const auto node = harness::FindProgram("node", request.search_path);
    if (!node) return Failed{"look for node", "there is none; nothing was run"};
    if (!Exists(flavour_.Entry())) return Failed{"look for srt", flavour_.Entry() + " is missing; nothing was run"};
    auto settings =
        SrtSettings(policy, request.stage, LookAtHost(policy, flavour_, request.work_directory), flavour_.generation);
    if (auto* refused = std::get_if<harness::Refused>(&settings)) return std::move(*refused);
    if (auto prepared = Prepare(request, std::get<std::string>(settings)); !prepared) {
      return Failed{"write the settings", prepared.error().message};
    }
    const std::string file = SettingsIn(request.work_directory);
    std::vector<std::string> command = {*node, flavour_.Entry(), "--settings", file, "-c"};
    if (flavour_.through_library) command = {*node, RunnerIn(request.work_directory), flavour_.Package(), file};
    return harness::Keep(std::make_unique<SrtLauncher>(std::move(command), policy, request), policy);
  }

  // srt always makes namespaces of its own, so that it cannot be broken there. Where it does not confine reads, the
  // project that asks for more to read is no case for it.
  std::vector<harness::Weakening> Weakenings() const override {
    std::vector<harness::Weakening> weakenings = WeakeningsOf(Describe());
    std::erase_if(weakenings, [this](const auto& one) {
      return one.name == "share-network" || one.name == "share-processes" ||
             (one.name == "believe-the-project" && flavour_.generation == SrtGeneration::kFirst);
    });
    return weakenings;
  }

 private:
  // The library wraps command lines; what the program that embeds it does by itself it neither sees nor stops.
  static void LeaveCallsOutside(harness::Identity& identity) {
    std::erase_if(identity.surfaces, [](harness::Surface surface) { return IsCall(surface); });
    for (const harness::Surface surface : {harness::Surface::kFile, harness::Surface::kHttp, harness::Surface::kTool}) {
      identity.outside.push_back({surface, "the library wraps commands, and not what the program that embeds it does itself"});
    }
  }

  static std::string SettingsIn(const std::string& work_directory) { return work_directory + "/settings.json"; }
  static std::string RunnerIn(const std::string& work_directory) { return work_directory + "/runner.mjs"; }

  harness::Result<void> Prepare(const SessionRequest& request, const std::string& settings) const {
    const std::string tmp = TmpIn(request.work_directory);
    if (::mkdir(tmp.c_str(), 0700) != 0) return harness::FailErrno("cannot make " + tmp);
    if (request.account && ::chown(tmp.c_str(), request.account->uid, request.account->gid) != 0) {
      return harness::FailErrno("cannot give away " + tmp);
    }
    if (flavour_.through_library) SANDPROOF_TRY(Write(RunnerIn(request.work_directory), kSrtLibraryRunner));
    return Write(SettingsIn(request.work_directory), settings);
  }

  static harness::Result<void> Write(const std::string& file, const std::string& text) {
    SANDPROOF_TRY(harness::WriteFileAtomically(file, text));
    if (::chmod(file.c_str(), 0644) != 0) return harness::FailErrno("cannot open " + file + " to the account");
    return {};
  }

  std::string WhyUnavailable() const {
    if (flavour_.packages.empty()) return "nobody said where its package is installed";
    if (!Exists(flavour_.Entry())) return "there is no " + harness::Printable(flavour_.Entry());
    for (const std::string& name : Programs()) {
      if (!harness::FindProgram(name, harness::TrustedSearchPath())) return "there is no " + name;
    }
    return {};
  }

  const std::vector<harness::Component>& Components() const {
    if (!components_.empty()) return components_;
    for (const std::string& name : Programs()) {
      if (const auto program = harness::FindProgram(name, harness::TrustedSearchPath())) {
        components_.push_back(harness::ComponentAt(name, *program));
      }
    }
    for (const std::string& path : {flavour_.Entry(), flavour_.Helper()}) {
      components_.push_back(harness::ComponentAt(std::filesystem::path(path).filename().string(), path));
    }
    return components_;
  }

  Flavour flavour_;
  mutable std::vector<harness::Component> components_;  // node alone is 100 MB to digest
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeSrt(const harness::AdapterOptions& options) {
  Flavour flavour;
  for (const auto& [name, value] : options) {
    if (name == "packages") {
      if (!value.starts_with('/')) {
        return harness::Fail("adapter srt wants an absolute packages=, not '" + harness::Printable(value) + "'");
      }
      // Through no link: what a sandbox is told to show has to be where it really is.
      std::error_code ignored;
      flavour.packages = std::filesystem::weakly_canonical(value, ignored).string();
    } else if (name == "version") {
      if (value != kFirstVersion) {
        return harness::Fail("adapter srt knows version=0.0.26 or none, not '" + harness::Printable(value) + "'");
      }
      flavour.generation = SrtGeneration::kFirst;
    } else if (name == "through") {
      if (value != "library" && value != "command") {
        return harness::Fail("adapter srt goes through=command or library, not '" + harness::Printable(value) + "'");
      }
      flavour.through_library = value == "library";
    } else {
      return harness::Fail("adapter srt has no option '" + harness::Printable(name) +
                           "'; it knows: packages, through, version");
    }
  }
  return std::make_unique<SrtAdapter>(std::move(flavour));
}

}  // namespace adapters
