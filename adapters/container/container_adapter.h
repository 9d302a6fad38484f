// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace adapters {

// Drives an OCI engine. Options: `engine`, one of runc, crun, runsc, podman and docker; `path`, its program, instead of
// the one of that name in the trusted search path. Fails without an engine, on any other option and on a relative path.
harness::Result<std::unique_ptr<harness::Adapter>> MakeContainer(const harness::AdapterOptions& options);

}  // namespace adapters
