// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/open_descriptors.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/base/file.h"

namespace harness {
namespace {

Result<UniqueFd> NewSocket() {
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  if (!socket || ::fcntl(socket.get(), F_SETFD, FD_CLOEXEC) != 0) return FailErrno("cannot make a socket");
  return socket;
}

}  // namespace

Result<void> OpenDescriptors::Open(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return FailErrno("cannot open " + Printable(path));
  inherited_.push_back(std::move(fd));
  return {};
}

// Bound to no address of its own choice, so that nothing of it is seen anywhere: the kernel picks an abstract one (unix(7),
// "Autobind feature").
Result<void> OpenDescriptors::Listen(const std::string& secret) {
  SANDPROOF_ASSIGN(UniqueFd listener, NewSocket());
  SANDPROOF_ASSIGN(UniqueFd client, NewSocket());
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  socklen_t size = sizeof address;
  if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(sa_family_t)) != 0 ||
      ::listen(listener.get(), 1) != 0 || ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
      ::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) {
    return FailErrno("cannot make a listening socket");
  }
  SANDPROOF_TRY(WriteAll(client.get(), secret));
  inherited_.push_back(std::move(listener));
  other_ends_.push_back(std::move(client));
  return {};
}

Result<void> OpenDescriptors::Connect(const std::string& secret) {
  std::array<int, 2> ends = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return FailErrno("cannot make a pair of sockets");
  UniqueFd near(ends[0]);
  UniqueFd far(ends[1]);
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  SANDPROOF_TRY(WriteAll(far.get(), secret));
  inherited_.push_back(std::move(near));
  other_ends_.push_back(std::move(far));
  return {};
}

std::vector<int> OpenDescriptors::Inherited() const {
  std::vector<int> fds;
  for (const UniqueFd& fd : inherited_) fds.push_back(fd.get());
  return fds;
}

}  // namespace harness
