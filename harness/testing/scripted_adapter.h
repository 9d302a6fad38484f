// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/adapter/execute.h"
#include "harness/model/promise.h"

// Not the namespace of the product: tests only.
namespace harness_testing {

using harness::LaunchRequest;
using harness::LaunchResult;
using harness::SessionRequest;

using Behaviour = std::function<LaunchResult(const SessionRequest&, const LaunchRequest&)>;

inline LaunchResult RunPlainly(const SessionRequest& session, const LaunchRequest& launch) {
  return RunToEnd(*Execute(session, launch, launch.argv, session.environment));
}

inline LaunchResult DoNothing(const SessionRequest&, const LaunchRequest&) { return {}; }

// An adapter that does with each launch what a test says.
class ScriptedAdapter : public harness::Adapter {
 public:
  explicit ScriptedAdapter(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}
  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "scripted";
    identity.surfaces = {harness::Surface::kExec};
    identity.capabilities = harness::AllPromises();
    return identity;
  }
  std::string Version() const override { return "1"; }
  std::vector<std::string> Files() const override { return {}; }
  harness::Opened Open(const SessionRequest& request) override {
    return std::make_unique<ScriptedSession>(behaviour_, request);
  }

 private:
  class ScriptedSession : public harness::Session {
   public:
    ScriptedSession(const Behaviour& behaviour, const SessionRequest& request)
        : behaviour_(behaviour), request_(request) {}
    std::unique_ptr<harness::Process> Start(const LaunchRequest& launch) override { return harness::Over(behaviour_(request_, launch)); }
    void Close() override {}
    harness::Policy EffectivePolicy() const override { return Meet(request_.operator_policy, request_.project); }

   private:
    const Behaviour& behaviour_;
    SessionRequest request_;
  };

  Behaviour behaviour_;
};

}  // namespace harness_testing
