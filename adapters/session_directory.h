// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>

#include "harness/adapter/adapter.h"
#include "harness/base/result.h"

namespace adapters {

// `request`, with a new directory within its work directory instead of that. Sessions that are open side by side get the
// same work directory, and settings and state are a session's own. Fails with the errno of mkdir(2) or chown(2).
inline harness::Result<harness::SessionRequest> WithOwnDirectory(const harness::SessionRequest& request) {
  harness::SessionRequest own = request;
  for (int number = 1;; ++number) {
    own.work_directory = request.work_directory + "/" + std::to_string(number);
    if (::mkdir(own.work_directory.c_str(), 0755) == 0) break;
    if (errno != EEXIST) return harness::FailErrno("cannot make " + own.work_directory);
  }
  const std::optional<harness::Account>& owner = request.account;
  if (owner && ::chown(own.work_directory.c_str(), owner->uid, owner->gid) != 0) {
    return harness::FailErrno("cannot give away " + own.work_directory);
  }
  return own;
}

}  // namespace adapters
