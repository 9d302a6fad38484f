// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// Pipes and sockets of which no program that is executed inherits an end.

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};
Result<Pipe> MakePipe();

// Two connected stream sockets for two processes of Sandproof.
struct SocketPair {
  UniqueFd mine;
  UniqueFd theirs;
};
Result<SocketPair> MakeSocketPair();

// A stream socket that never blocks; empty, with errno set, where there is none to be had.
UniqueFd OpenStreamSocket(int family);
// A datagram socket, likewise.
UniqueFd OpenDatagramSocket(int family);
// The next connection of a listening socket, likewise; `address` and `length` as for accept(2).
UniqueFd AcceptConnection(int listening, sockaddr* address, socklen_t* length);

// What poll(2) is to be asked for, and says, when the other end of a connected socket has been closed.
extern const short kPeerIsGone;

}  // namespace harness
