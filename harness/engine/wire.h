// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/model/evidence.h"
#include "harness/model/surface.h"

namespace harness {

// What a worker and the coordinator say to each other over a stream socket: a length of four bytes, then CBOR (RFC 8949),
// which carries strings that are not UTF-8 unharmed.

// The first word of a worker: whether it has its arena.
struct WorkerReady {
  std::string error;    // not empty: it has none, and why
  std::string version;  // of the sandbox, as asked for in the arena
};

std::string Encode(const WorkerReady& ready);
std::string Encode(const CaseEvidence& evidence);
Result<WorkerReady> DecodeReady(const std::string& message);
Result<CaseEvidence> DecodeEvidence(const std::string& message);

// Writes one framed message.
Result<void> SendMessage(int socket, const std::string& message);

// Puts what arrives piece by piece together again.
class MessageReader {
 public:
  // Reads what there is. False once the other end has closed.
  bool ReadSome(int socket);
  std::optional<std::string> TakeMessage();

 private:
  std::string buffer_;
};

}  // namespace harness
