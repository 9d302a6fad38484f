// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// What a careless program that starts a sandbox has open without close-on-exec (open(2), O_CLOEXEC). Here everything is
// close-on-exec: whoever starts the launcher passes it on by purpose.
class OpenDescriptors {
 public:
  // Opens a file or a directory for reading.
  Result<void> Open(const std::string& path);
  // A socket that listens, with a connection waiting that has sent `secret`.
  Result<void> Listen(const std::string& secret);
  // A socket that is connected, with `secret` waiting to be received.
  Result<void> Connect(const std::string& secret);

  // Borrowed: what the launcher is to inherit.
  std::vector<int> Inherited() const;

 private:
  std::vector<UniqueFd> inherited_;
  std::vector<UniqueFd> other_ends_;
};

}  // namespace harness
