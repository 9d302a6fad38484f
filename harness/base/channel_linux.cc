// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>

#include <array>

#include "harness/base/channel.h"

namespace harness {

const short kPeerIsGone = POLLRDHUP;

Result<Pipe> MakePipe() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return FailErrno("pipe2");
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Result<SocketPair> MakeSocketPair() {
  std::array<int, 2> ends;
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return FailErrno("socketpair");
  return SocketPair{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

UniqueFd OpenStreamSocket(int family) {
  return UniqueFd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

UniqueFd OpenDatagramSocket(int family) {
  return UniqueFd(::socket(family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

UniqueFd AcceptConnection(int listening, sockaddr* address, socklen_t* length) {
  return UniqueFd(::accept4(listening, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

}  // namespace harness
