// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/xattr.h>

#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <string_view>

#include "harness/stage/file_details.h"

namespace harness {
namespace {

// `list` and `get` are listxattr(2) and getxattr(2) on one object. With no room they say how much they need.
template <typename List, typename Get>
Xattrs ReadXattrs(const List& list, const Get& get) {
  Xattrs xattrs;
  const ssize_t wanted = list(nullptr, 0);
  if (wanted <= 0) return xattrs;
  std::string names(static_cast<std::size_t>(wanted), '\0');
  const ssize_t length = list(names.data(), names.size());
  if (length <= 0) return xattrs;
  names.resize(static_cast<std::size_t>(length));
  for (std::size_t at = 0; at < names.size(); at += std::string_view(&names[at]).size() + 1) {
    const ssize_t size = get(&names[at], nullptr, 0);
    if (size < 0) continue;
    std::string value(static_cast<std::size_t>(size), '\0');
    if (get(&names[at], value.data(), value.size()) == size) xattrs.emplace(&names[at], value);
  }
  return xattrs;
}

}  // namespace

const clockid_t kStampClock = CLOCK_REALTIME;

Xattrs XattrsOfOpen(int fd) {
  return ReadXattrs([fd](char* out, std::size_t size) { return ::flistxattr(fd, out, size, 0); },
                    [fd](const char* name, char* out, std::size_t size) {
                      return ::fgetxattr(fd, name, out, size, 0, 0);
                    });
}

// There is no listxattrat(2). A directory that is moved between the two calls has other attributes then, which shows.
Xattrs XattrsAt(int parent, const char* name) {
  std::string path = name;
  if (parent != AT_FDCWD) {
    std::array<char, PATH_MAX> directory = {};
    if (::fcntl(parent, F_GETPATH, directory.data()) != 0) return {};
    path = std::string(directory.data()) + "/" + name;
  }
  const char* at = path.c_str();
  return ReadXattrs([at](char* out, std::size_t size) { return ::listxattr(at, out, size, XATTR_NOFOLLOW); },
                    [at](const char* key, char* out, std::size_t size) {
                      return ::getxattr(at, key, out, size, 0, XATTR_NOFOLLOW);
                    });
}

struct timespec ModifiedAt(const struct stat& status) { return status.st_mtimespec; }
struct timespec ChangedAt(const struct stat& status) { return status.st_ctimespec; }

UniqueFd OpenQuietly(int parent, const char* name, int flags) {
  return UniqueFd(::openat(parent, name, flags | O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

bool ReadNames(int fd, std::size_t most, std::vector<std::string>& names) {
  // The directory stream closes its descriptor, and `fd` is the caller's.
  UniqueFd own(::openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!own) return errno == ENOENT;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::fdopendir(own.get()), &::closedir);
  if (!directory) return false;
  (void)own.Release();
  errno = 0;
  while (const dirent* found = ::readdir(directory.get())) {
    const std::string_view name = found->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    if (names.size() > most) break;
  }
  return errno == 0;
}

}  // namespace harness
