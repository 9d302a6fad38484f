// SPDX-License-Identifier: Apache-2.0
#include "adapters/void/void_adapter.h"

#include "harness/model/promise.h"

namespace adapters {
namespace {

class VoidSession : public harness::Session {
 public:
  explicit VoidSession(harness::Policy policy) : policy_(std::move(policy)) {}
  std::unique_ptr<harness::Process> Start(const harness::LaunchRequest&) override { return harness::Over({}); }
  void Close() override {}
  harness::Policy EffectivePolicy() const override { return policy_; }

 private:
  harness::Policy policy_;
};

class VoidAdapter : public harness::Adapter {
 public:
  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "void";
    identity.capabilities = harness::AllPromises();
    identity.surfaces = harness::AllSurfaces();
    return identity;
  }
  std::string Version() const override { return SANDPROOF_VERSION; }
  std::vector<std::string> Files() const override { return {}; }
  harness::Opened Open(const harness::SessionRequest& request) override {
    return std::make_unique<VoidSession>(Meet(request.operator_policy, request.project));
  }
};

}  // namespace

std::unique_ptr<harness::Adapter> MakeVoid() { return std::make_unique<VoidAdapter>(); }

}  // namespace adapters
