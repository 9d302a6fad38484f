// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/stage/ipc_objects.h"

namespace harness {
namespace {

constexpr int kForAll = 0666;
constexpr std::size_t kSize = 4096;
constexpr long kMessageSize = 64;

std::string QueueName(int key) { return "/sandproof-" + std::to_string(key); }

bool MakeSharedMemory(int key, const std::string& secret) {
  const int id = ::shmget(key, kSize, IPC_CREAT | IPC_EXCL | kForAll);
  void* const memory = id < 0 ? nullptr : ::shmat(id, nullptr, 0);
  if (memory == nullptr || memory == reinterpret_cast<void*>(-1)) return false;  // NOLINT: what shmat(2) returns
  std::memcpy(memory, secret.data(), std::min(secret.size(), kSize - 1));
  return ::shmdt(memory) == 0;
}

bool MakeMessageQueue(int key, const std::string& secret) {
  struct {
    long type = 1;
    std::array<char, kMessageSize> text = {};
  } message;
  const std::size_t size = std::min(secret.size(), message.text.size());
  std::memcpy(message.text.data(), secret.data(), size);
  const int id = ::msgget(key, IPC_CREAT | IPC_EXCL | kForAll);
  return id >= 0 && ::msgsnd(id, &message, size, IPC_NOWAIT) == 0;
}

bool MakePosixQueue(int key, const std::string& secret) {
  mq_attr attributes = {};
  attributes.mq_maxmsg = 1;
  attributes.mq_msgsize = kMessageSize;
  const mqd_t queue = ::mq_open(QueueName(key).c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kForAll, &attributes);
  // The file creation mask may have taken the others' share away.
  const bool good = queue >= 0 && ::fchmod(queue, kForAll) == 0 &&
                    ::mq_send(queue, secret.data(), std::min<std::size_t>(secret.size(), kMessageSize), 0) == 0;
  if (queue >= 0) ::mq_close(queue);
  return good;
}

}  // namespace

Result<void> IpcObjects::Make(const std::string& kind, int key, const std::string& secret) {
  bool good = false;
  made_.emplace_back(kind, key);
  if (kind == "shared-memory") good = MakeSharedMemory(key, secret);
  if (kind == "message-queue") good = MakeMessageQueue(key, secret);
  if (kind == "posix-queue") good = MakePosixQueue(key, secret);
  if (!good) return FailErrno("cannot make the " + kind + " of the stage");
  return {};
}

bool IpcObjects::Exists(const std::string& kind, int key) {
  if (kind == "shared-memory") return ::shmget(key, 0, 0) >= 0;
  if (kind == "message-queue") return ::msgget(key, 0) >= 0;
  if (kind == "semaphore") return ::semget(key, 0, 0) >= 0;
  const mqd_t queue = ::mq_open(QueueName(key).c_str(), O_RDONLY | O_CLOEXEC);
  if (queue >= 0) ::mq_close(queue);
  return queue >= 0;
}

void IpcObjects::Remove(const std::string& kind, int key) {
  if (!Exists(kind, key)) return;
  if (kind == "shared-memory") ::shmctl(::shmget(key, 0, 0), IPC_RMID, nullptr);
  if (kind == "message-queue") ::msgctl(::msgget(key, 0), IPC_RMID, nullptr);
  if (kind == "semaphore") ::semctl(::semget(key, 0, 0), 0, IPC_RMID);
  if (kind == "posix-queue") ::mq_unlink(QueueName(key).c_str());
}

}  // namespace harness
