// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/unconfined.h"

#include "harness/adapter/execute.h"

namespace harness {
namespace {

class UnconfinedSession : public Session {
 public:
  explicit UnconfinedSession(const SessionRequest& request) : request_(request) {}

  std::unique_ptr<Process> Start(const LaunchRequest& launch) override {
    return Execute(request_, launch, CommandFor(launch.surface, launch.argv), Environment());
  }

  void Close() override {}
  Policy EffectivePolicy() const override { return Meet(request_.operator_policy, request_.project); }

 private:
  // What the policy sets is set, as it would be by a person before the program: that is no confinement.
  std::vector<std::string> Environment() const {
    const std::map<std::string, std::string> set = EffectivePolicy().environment.set;
    std::vector<std::string> environment;
    for (const std::string& entry : request_.environment) {
      if (!set.contains(entry.substr(0, entry.find('=')))) environment.push_back(entry);
    }
    for (const auto& [name, value] : set) environment.push_back(name + "=" + value);
    return environment;
  }

  SessionRequest request_;
};

}  // namespace

std::unique_ptr<Session> OpenUnconfined(const SessionRequest& request) { return std::make_unique<UnconfinedSession>(request); }

}  // namespace harness
