// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"
#include "harness/process/child.h"

namespace harness {

// A process outside of every sandbox that tells which signals it got, and whose command line holds a nonce.
class Sentinel {
 public:
  // Starts the probe in its sentinel mode as `account` and waits until it is ready.
  static Result<Sentinel> Start(const std::string& probe, const std::optional<Account>& account);

  pid_t pid() const { return child_.pid(); }
  const std::string& nonce() const { return nonce_; }

  // The signals that others have sent since the last call, all that were sent before this one: the sentinel is sent one
  // more, of a number that comes last, and waited for until it has told of it. An Error where it has died.
  Result<std::vector<int>> TakeSignals();

 private:
  Sentinel(Child child, UniqueFd keep_alive, UniqueFd signals, std::string nonce)
      : child_(std::move(child)),
        keep_alive_(std::move(keep_alive)),
        signals_(std::move(signals)),
        nonce_(std::move(nonce)) {}

  Child child_;
  UniqueFd keep_alive_;  // the sentinel ends when this is closed
  UniqueFd signals_;
  std::string nonce_;
};

}  // namespace harness
