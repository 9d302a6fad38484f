// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/landlock_adapter.h"

#include <utility>

#include "adapters/landlock/launcher/ruleset.h"
#include "adapters/landlock/translate.h"
#include "harness/adapter/execute.h"
#include "harness/adapter/kept_session.h"
#include "harness/adapter/path_options.h"
#include "harness/adapter/program.h"
#include "harness/base/encoding.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

using harness::LaunchRequest;
using harness::Policy;
using harness::SessionRequest;
namespace promise = harness::promise;

class LandlockLauncher : public harness::Launcher {
 public:
  LandlockLauncher(std::string launcher, landlock::Order order, const SessionRequest& request, harness::LaunchLimits limits)
      : launcher_(std::move(launcher)), order_(std::move(order)), request_(request), limits_(std::move(limits)) {}

  std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override {
    landlock::Order order = order_;
    order.keeps_terminal = IsTerminal(launch.surface);
    order.command = CommandFor(launch.surface, launch.argv);
    std::vector<std::string> command = {launcher_};
    for (std::string& word : ToArguments(order)) command.push_back(std::move(word));
    // An empty environment: the launcher's own can be read inside as that of process 1.
    return Execute(request_, launch, command, {}, {}, &limits_);
  }

 private:
  std::string launcher_;
  landlock::Order order_;
  SessionRequest request_;
  harness::LaunchLimits limits_;
};

class LandlockAdapter : public harness::Adapter {
 public:
  explicit LandlockAdapter(std::string launcher) : launcher_(std::move(launcher)) {}

  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "landlock";
    identity.capabilities = {promise::kReadConfined, promise::kWriteConfined,     promise::kDeny,       promise::kNoNetwork,
                             promise::kIsolated,     promise::kMortalDescendants, promise::kEnvironment,
                             promise::kDescriptors,  promise::kIpc,               promise::kAllowedSockets,
                             promise::kHostPrograms, promise::kTerminal};
    for (std::string& limit : harness::PromisesAtLaunch()) identity.capabilities.push_back(std::move(limit));
    identity.surfaces = harness::AllSurfaces();
    const int abi = landlock::KernelAbi();
    if (!harness::FindProgramAt(launcher_, harness::TrustedSearchPath())) {
      identity.unavailable = harness::Printable(launcher_) + " is not an executable file";
      identity.remedy = "install Sandproof as a whole";
    } else if (abi < landlock::kNeededAbi) {
      identity.unavailable = "the kernel's Landlock has ABI " + std::to_string(abi) + ", and " +
                             std::to_string(landlock::kNeededAbi) + " is needed to keep what is promised";
      identity.remedy = "run Linux 6.12 or later, with landlock among the security modules of its command line";
    }
    if (identity.unavailable.empty()) {
      identity.components.push_back(harness::ComponentAt("sandproof-landlock", launcher_));
    }
    return identity;
  }

  std::string Version() const override {
    return SANDPROOF_VERSION " on ABI " + std::to_string(landlock::KernelAbi());
  }

  std::vector<std::string> Files() const override { return {launcher_}; }

  harness::Opened Open(const SessionRequest& request) override {
    const Policy policy = Meet(request.operator_policy, request.project);
    if (!harness::FindProgramAt(launcher_, request.search_path)) {
      return harness::Failed{"look for sandproof-landlock", "there is none; nothing was run"};
    }
    auto order = LandlockOrder(policy, request.stage, harness::LookAtHost(policy), request.environment);
    if (auto* refused = std::get_if<harness::Refused>(&order)) return std::move(*refused);
    auto limits = harness::LaunchLimits::For(policy.limits);
    if (!limits) return harness::Failed{"prepare the limits", limits.error().message};
    return harness::Keep(std::make_unique<LandlockLauncher>(launcher_, std::get<landlock::Order>(std::move(order)), request,
                                                            *std::move(limits)), policy);
  }

 private:
  std::string launcher_;
};

}  // namespace

harness::Result<std::unique_ptr<harness::Adapter>> MakeLandlock(const harness::AdapterOptions& options) {
  SANDPROOF_ASSIGN(const harness::AdapterOptions given, harness::PathOptions("landlock", options, {"launcher"}));
  return std::make_unique<LandlockAdapter>(given.at("launcher"));
}

}  // namespace adapters
