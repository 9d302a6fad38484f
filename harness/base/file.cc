// SPDX-License-Identifier: Apache-2.0
#include "harness/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>

#include "harness/base/encoding.h"
#include "harness/base/nonce.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

std::string Named(std::string_view verb, const std::string& path) {
  return std::string(verb) + " " + Printable(path);
}

// Where the bytes really go when `path` is a symbolic link, also one whose target does not exist yet.
std::string FollowLinks(const std::string& path) {
  std::string target = path;
  for (int hops = 0; hops < 40; ++hops) {
    std::array<char, PATH_MAX> buffer;
    const ssize_t length = ::readlink(target.c_str(), buffer.data(), buffer.size());
    if (length < 0) break;
    const std::string next(buffer.data(), static_cast<std::size_t>(length));
    const std::size_t slash = target.rfind('/');
    target = next.starts_with('/') || slash == std::string::npos ? next : target.substr(0, slash + 1) + next;
  }
  return target;
}

Result<void> WriteDirectly(const std::string& path, std::string_view content) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return FailErrno(Named("cannot write", path));
  return WriteAll(fd.get(), content);
}

}  // namespace

Result<std::string> ReadFile(const std::string& path, std::size_t limit) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd) return FailErrno(Named("cannot read", path));
  struct stat status = {};
  if (::fstat(fd.get(), &status) != 0) return FailErrno(Named("cannot read", path));
  if (S_ISDIR(status.st_mode)) return Fail(Named("cannot read", path) + ": it is a directory, not a file");
  if (!S_ISREG(status.st_mode)) return Fail(Named("cannot read", path) + ": it is not a regular file");
  std::string content;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FailErrno(Named("cannot read", path));
    if (got == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(got));
    if (content.size() > limit) {
      return Fail(Named("cannot read", path) + ": it is longer than " + std::to_string(limit) + " bytes");
    }
  }
}

Result<void> WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return FailErrno("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

Result<void> WriteFileAtomically(const std::string& path, std::string_view content) {
  const std::string target = FollowLinks(path);
  struct stat status = {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return Fail(Named("cannot write", path) + ": it is a directory");
  if (exists && !S_ISREG(status.st_mode)) return WriteDirectly(target, content);

  const std::string temporary = target + "." + MakeNonce() + ".part";
  UniqueFd fd(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!fd) return FailErrno(Named("cannot write", path));
  if (exists) (void)::fchmod(fd.get(), status.st_mode & 07777);
  Result<void> written = WriteAll(fd.get(), content);
  if (written && ::fsync(fd.get()) != 0) written = FailErrno(Named("cannot write", path));
  if (written && ::rename(temporary.c_str(), target.c_str()) != 0) written = FailErrno(Named("cannot write", path));
  if (!written) ::unlink(temporary.c_str());
  return written;
}

}  // namespace harness
