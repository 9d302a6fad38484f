// SPDX-License-Identifier: Apache-2.0
#include "adapters/noop/noop_adapter.h"

#include "harness/adapter/unconfined.h"
#include "harness/model/promise.h"

namespace adapters {
namespace {

class NoopAdapter : public harness::Adapter {
 public:
  // It promises everything and keeps nothing, so that every case is run.
  harness::Identity Describe() const override {
    harness::Identity identity;
    identity.name = "noop";
    identity.capabilities = harness::AllPromises();
    identity.surfaces = harness::AllSurfaces();
    return identity;
  }
  std::string Version() const override { return SANDPROOF_VERSION; }
  std::vector<std::string> Files() const override { return {}; }
  harness::Opened Open(const harness::SessionRequest& request) override { return harness::OpenUnconfined(request); }
};

}  // namespace

std::unique_ptr<harness::Adapter> MakeNoop() { return std::make_unique<NoopAdapter>(); }

}  // namespace adapters
