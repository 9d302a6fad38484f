// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.h"

namespace harness {

// System V objects and POSIX message queues of the caller's IPC namespace (sysvipc(7), mq_overview(7)). A kind is
// shared-memory, message-queue, semaphore or posix-queue; a key is a System V one, or part of a queue's name. macOS makes
// none.
class IpcObjects {
 public:
  IpcObjects() = default;
  IpcObjects(IpcObjects&& other) noexcept : made_(std::exchange(other.made_, {})) {}
  IpcObjects& operator=(IpcObjects&&) = delete;
  // Removes what it made.
  ~IpcObjects();

  // Makes one that everybody may read and that holds `secret`.
  Result<void> Make(const std::string& kind, int key, const std::string& secret);

  static bool Exists(const std::string& kind, int key);
  // Does nothing where there is none.
  static void Remove(const std::string& kind, int key);

 private:
  std::vector<std::pair<std::string, int>> made_;
};

// The key that goes with a random word.
int IpcKeyOf(const std::string& word);

}  // namespace harness
