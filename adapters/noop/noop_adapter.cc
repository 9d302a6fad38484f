// SPDX-License-Identifier: Apache-2.0
#include "adapters/noop/noop_adapter.h"

#include "harness/adapter/execute.h"

namespace adapters {
namespace {

using harness::CommandFor;
using harness::LaunchRequest;
using harness::LaunchResult;
using harness::Policy;
using harness::SessionRequest;

class NoopSession : public harness::Session {
 public:
  explicit NoopSession(const SessionRequest& request) : request_(request) {}

  LaunchResult Launch(const LaunchRequest& launch) override {
    return Execute(request_, launch, CommandFor(launch.surface, launch.argv), request_.environment);
  }

  Policy EffectivePolicy() const override { return Meet(request_.operator_policy, request_.project); }

 private:
  SessionRequest request_;
};

class NoopAdapter : public harness::Adapter {
 public:
  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "noop";
    identity.surfaces = harness::AllSurfaces();
    return identity;
  }
  std::string Version() const override { return SANDPROOF_VERSION; }
  std::vector<std::string> Files() const override { return {}; }
  harness::Opened Open(const SessionRequest& request) override { return std::make_unique<NoopSession>(request); }
};

}  // namespace

std::unique_ptr<harness::Adapter> MakeNoop() { return std::make_unique<NoopAdapter>(); }

}  // namespace adapters
