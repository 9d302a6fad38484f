// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "harness/adapter/adapter.h"

namespace harness {

// How many background launches a session runs at the same time where its policy does not say.
inline constexpr std::uint32_t kDefaultBackgroundLimit = 3;

// Starts one launch after another under one policy: all that a sandbox has whose program knows no sessions.
class Launcher {
 public:
  virtual ~Launcher() = default;
  virtual std::unique_ptr<Process> Start(const LaunchRequest& request) = 0;
};

// A session that starts its launches by `launcher` and declares `policy`. It adds what every session owes: no more background
// launches at the same time than the policy says; and once it was closed, everything that it started is ended, and nothing
// more starts. `launcher` is destroyed when the session is closed.
std::unique_ptr<Session> Keep(std::unique_ptr<Launcher> launcher, Policy policy);

}  // namespace harness
