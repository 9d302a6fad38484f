// SPDX-License-Identifier: Apache-2.0
#include "adapters/noop/noop_adapter.h"

#include "harness/process/run.h"

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
    std::vector<std::string> argv = request_.command_prefix;
    for (std::string& word : CommandFor(launch.surface, launch.argv)) argv.push_back(std::move(word));
    harness::ChildRequest child{argv, request_.environment, request_.stage.workspace};
    child.account = request_.account;
    child.dies_with_parent = true;
    harness::RunLimits limits;
    limits.wall = launch.wall;
    limits.cancel_fd = request_.cancel_fd;
    harness::RunResult run = harness::RunProgram(std::move(child), launch.input, limits);
    return {std::move(argv), run.ending, std::move(run.out), std::move(run.err), run.duration_ms};
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
