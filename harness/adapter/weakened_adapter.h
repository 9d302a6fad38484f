// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "harness/adapter/adapter.h"

namespace harness {

// `adapter`, broken in the way that `weakening` names: it asks its sandbox for less than it was asked for, and declares what
// it was asked for all the same, as a faulty one would. Fails on a name that is not among the adapter's weakenings.
Result<std::unique_ptr<Adapter>> Weaken(std::unique_ptr<Adapter> adapter, const std::string& weakening);

}  // namespace harness
