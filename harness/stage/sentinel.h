// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"
#include "harness/process/child.h"
#include "harness/stage/secret_scan.h"

namespace harness {

// A process outside of every sandbox that tells which signals it got, and that keeps secrets: in its command line, in its
// environment, in its memory and in a file that it has open.
class Sentinel {
 public:
  // Starts the probe in its sentinel mode as `account` and waits until it is ready.
  static Result<Sentinel> Start(const std::string& probe, const std::optional<Account>& account);

  pid_t pid() const { return child_.pid(); }
  const std::string& nonce() const { return secrets_.command_line; }
  // What reading `what` of it gives away, a word of the verb proc.read.
  Secret SecretIn(const std::string& what) const;

  // The signals that others have sent since the last call, all that were sent before this one: the sentinel is sent one
  // more, of a number that comes last, and waited for until it has told of it. An Error where it has died.
  Result<std::vector<int>> TakeSignals();

 private:
  struct Secrets {
    std::string command_line;
    std::string environment;
    std::string memory;
    std::string open;
  };

  Sentinel(Child child, UniqueFd keep_alive, UniqueFd signals, Secrets secrets)
      : child_(std::move(child)),
        keep_alive_(std::move(keep_alive)),
        signals_(std::move(signals)),
        secrets_(std::move(secrets)) {}

  Child child_;
  UniqueFd keep_alive_;  // the sentinel ends when this is closed
  UniqueFd signals_;
  Secrets secrets_;
};

}  // namespace harness
