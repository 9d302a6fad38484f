// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>

#include <array>

#include "harness/base/channel.h"

namespace harness {
namespace {

// There is no way to ask for it at once. Child::Start closes what another thread has made in between.
UniqueFd ClosedOnExec(int fd) {
  if (fd >= 0) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  return UniqueFd(fd);
}

// Not every macOS knows MSG_NOSIGNAL (send(2)).
UniqueFd WithoutSigpipe(UniqueFd fd) {
  const int on = 1;
  if (fd) ::setsockopt(fd.get(), SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
  return fd;
}

UniqueFd NeverBlocking(int fd) {
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return WithoutSigpipe(ClosedOnExec(fd));
}

}  // namespace

// It need not be asked for.
const short kPeerIsGone = POLLHUP;

Result<Pipe> MakePipe() {
  std::array<int, 2> ends;
  if (::pipe(ends.data()) != 0) return FailErrno("pipe");
  return Pipe{ClosedOnExec(ends[0]), ClosedOnExec(ends[1])};
}

Result<SocketPair> MakeSocketPair() {
  std::array<int, 2> ends;
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return FailErrno("socketpair");
  return SocketPair{WithoutSigpipe(ClosedOnExec(ends[0])), WithoutSigpipe(ClosedOnExec(ends[1]))};
}

UniqueFd OpenStreamSocket(int family) { return NeverBlocking(::socket(family, SOCK_STREAM, 0)); }

UniqueFd OpenDatagramSocket(int family) { return NeverBlocking(::socket(family, SOCK_DGRAM, 0)); }

UniqueFd AcceptConnection(int listening, sockaddr* address, socklen_t* length) {
  return NeverBlocking(::accept(listening, address, length));
}

}  // namespace harness
