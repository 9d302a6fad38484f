// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace harness {

// A session in which nothing at all is enforced, and which declares the whole policy: what a control runs in, and what a
// sandbox that fails open leaves.
std::unique_ptr<Session> OpenUnconfined(const SessionRequest& request);

}  // namespace harness
