// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "adapters/container/translate.h"
#include "harness/adapter/adapter.h"
#include "harness/base/result.h"

namespace adapters {

// Where the programs are that an engine is made of. Those that it does not use are empty.
struct ContainerPrograms {
  std::string engine;
  std::string busybox;
  std::string conmon;   // podman's
  std::string runtime;  // podman's: crun
  std::string unshare;  // podman's, for an ordinary account
};

// A session whose launches each run in a container of their own. The image of `plan` must lie in the request's work
// directory, which the engine keeps its state in as well.
harness::Result<std::unique_ptr<harness::Session>> OpenContainers(ContainerPrograms programs, ContainerPlan plan,
                                                                  harness::Policy policy,
                                                                  const harness::SessionRequest& request);

}  // namespace adapters
