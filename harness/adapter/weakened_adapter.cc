// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/weakened_adapter.h"

#include <utility>

#include "harness/adapter/unconfined.h"
#include "harness/base/encoding.h"
#include "harness/base/nearest.h"

namespace harness {
namespace {

std::vector<std::string> NamesIn(const std::vector<std::string>& environment) {
  std::vector<std::string> names;
  for (const std::string& entry : environment) names.push_back(entry.substr(0, entry.find('=')));
  return names;
}

void WeakenPolicy(const std::string& weakening, const std::vector<std::string>& environment, Policy& policy) {
  if (weakening == "share-network") policy.network = {Network::Mode::kOpen, {}, {}, {}};
  if (weakening == "write-everywhere") policy.filesystem.write = {"/"};
  if (weakening == "read-everywhere") policy.filesystem.read.emplace_back("/");
  if (weakening == "ignore-denials") policy.filesystem.deny.clear();
  if (weakening == "pass-environment") policy.environment.pass = NamesIn(environment);
  if (weakening == "forget-background-limit") policy.limits.background = UINT32_MAX;
  if (weakening == "share-processes") policy.process = {.isolate = false, .signal_outside = true};
  Limits& limits = policy.limits;
  if (weakening == "lift-memory-limit") limits.memory_bytes.reset();
  if (weakening == "lift-pids-limit") limits.pids.reset();
  if (weakening == "lift-cpu-limit") limits.cpu.reset();
  if (weakening == "lift-output-limit") limits.output_bytes.reset();
  if (weakening == "lift-files-limit") limits.files.reset();
}

SessionRequest Weakened(const std::string& weakening, SessionRequest request) {
  if (weakening == "believe-the-project") request.operator_policy = request.project;
  if (weakening == "keep-descriptors") request.kept_open = std::exchange(request.inherited, {});
  WeakenPolicy(weakening, request.environment, request.operator_policy);
  WeakenPolicy(weakening, request.environment, request.project);
  return request;
}

// The surfaces that a weakening leaves without the sandbox.
bool IsFreed(const std::string& weakening, Surface surface) {
  return ((weakening == "free-terminals" || weakening == "share-terminal") && IsTerminal(surface)) || (weakening == "free-background" && IsBackground(surface)) ||
         (weakening == "free-calls" && IsCall(surface));
}

class WeakenedSession : public Session {
 public:
  WeakenedSession(std::unique_ptr<Session> session, Policy declared, const std::string& weakening, const SessionRequest& request)
      : session_(std::move(session)), declared_(std::move(declared)), weakening_(weakening), request_(request) {}
  ~WeakenedSession() override {
    // Whoever closes it finds everything as it was.
    if (weakening_ == "survive-closing") (void)session_.release();
  }

  std::unique_ptr<Process> Start(const LaunchRequest& request) override {
    return IsFreed(weakening_, request.surface) ? OpenUnconfined(request_)->Start(request) : session_->Start(request);
  }
  void Close() override {
    if (weakening_ != "survive-closing") session_->Close();
  }
  Policy EffectivePolicy() const override { return declared_; }

 private:
  std::unique_ptr<Session> session_;
  Policy declared_;
  std::string weakening_;
  SessionRequest request_;
};

class WeakenedAdapter : public Adapter {
 public:
  WeakenedAdapter(std::unique_ptr<Adapter> adapter, std::string weakening)
      : adapter_(std::move(adapter)), weakening_(std::move(weakening)) {}

  Identity Describe() const override {
    Identity identity = adapter_->Describe();
    identity.weakened = weakening_;
    return identity;
  }
  std::string Version() const override { return adapter_->Version(); }
  std::vector<std::string> Files() const override { return adapter_->Files(); }

  Opened Open(const SessionRequest& request) override {
    if (weakening_ == "run-unconfined") return OpenUnconfined(request);
    return Wrapped(adapter_->Open(Weakened(weakening_, request)), request);
  }

  Opened OpenChild(const SessionRequest& request) override {
    if (weakening_ == "free-children") return OpenUnconfined(request);
    return Open(request);
  }

 private:
  Opened Wrapped(Opened opened, const SessionRequest& request) const {
    if (auto* session = std::get_if<std::unique_ptr<Session>>(&opened)) {
      Policy declared = Meet(request.operator_policy, request.project);
      return std::make_unique<WeakenedSession>(std::move(*session), std::move(declared), weakening_, request);
    }
    if (weakening_ == "fail-open") return OpenUnconfined(request);
    return opened;
  }

  std::unique_ptr<Adapter> adapter_;
  std::string weakening_;
};

}  // namespace

Result<std::unique_ptr<Adapter>> Weaken(std::unique_ptr<Adapter> adapter, const std::string& weakening) {
  std::vector<std::string> names;
  std::string list;
  for (const Weakening& one : adapter->Weakenings()) {
    if (one.name == weakening) return std::make_unique<WeakenedAdapter>(std::move(adapter), weakening);
    names.push_back(one.name);
    list += (list.empty() ? "" : ", ") + one.name;
  }
  return Fail("adapter " + adapter->Describe().name + " cannot be weakened by '" + Printable(weakening) + "'" +
              DidYouMean(weakening, names) + "; it can by: " + list);
}

}  // namespace harness
