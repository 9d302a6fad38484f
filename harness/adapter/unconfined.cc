// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/unconfined.h"

#include "harness/adapter/execute.h"

namespace harness {
namespace {

class UnconfinedSession : public Session {
 public:
  explicit UnconfinedSession(const SessionRequest& request) : request_(request) {}

  std::unique_ptr<Process> Start(const LaunchRequest& launch) override {
    return Execute(request_, launch, CommandFor(launch.surface, launch.argv), request_.environment);
  }

  void Close() override {}
  Policy EffectivePolicy() const override { return Meet(request_.operator_policy, request_.project); }

 private:
  SessionRequest request_;
};

}  // namespace

std::unique_ptr<Session> OpenUnconfined(const SessionRequest& request) { return std::make_unique<UnconfinedSession>(request); }

}  // namespace harness
