// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

#include "harness/adapter/process.h"
#include "harness/base/clock.h"
#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// A process that opens a session and holds a launch in the harness's place, so that the harness's side can be killed without the
// harness. What the launch prints is handed on. Destruction kills the process, and nothing else.
class Driver {
 public:
  // `start` runs in a copy of the calling process, fork(2), of which only the calling thread goes on.
  static Result<Driver> Start(const std::function<std::unique_ptr<Process>()>& start);
  Driver(Driver&& other) noexcept;
  Driver& operator=(Driver&&) = delete;
  ~Driver();

  // Waits until `enough` says so of what the launch printed, the driver ends, or the deadline.
  bool ListenUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline);
  const std::string& out() const { return out_; }
  // SIGKILL.
  void Kill();

 private:
  Driver(pid_t pid, UniqueFd output) : pid_(pid), output_(std::move(output)) {}

  pid_t pid_ = -1;
  UniqueFd output_;
  std::string out_;
};

}  // namespace harness
