// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/xattr.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "harness/stage/file_details.h"

namespace harness {
namespace {

// `list` and `get` are listxattr(2) and getxattr(2) on one object. Asking for the length first is cheaper
// where there are none, as with nearly every entry: the kernel allocates as much as the caller offers. Values
// are fetched with the longest there can be, because they may grow between two calls.
template <typename List, typename Get>
Xattrs ReadXattrs(const List& list, const Get& get) {
  Xattrs xattrs;
  if (list(nullptr, 0) <= 0) return xattrs;
  std::string names(XATTR_LIST_MAX, '\0');
  const ssize_t length = list(names.data(), names.size());
  if (length <= 0) return xattrs;
  names.resize(static_cast<std::size_t>(length));
  std::string value(XATTR_SIZE_MAX, '\0');
  for (std::size_t at = 0; at < names.size(); at += std::string_view(&names[at]).size() + 1) {
    const ssize_t size = get(&names[at], value.data(), value.size());
    if (size >= 0) xattrs.emplace(&names[at], value.substr(0, static_cast<std::size_t>(size)));
  }
  return xattrs;
}

}  // namespace

const clockid_t kStampClock = CLOCK_REALTIME_COARSE;

// Of what is open. No call here depends on /proc.
Xattrs XattrsOfOpen(int fd) {
  return ReadXattrs(
      [fd](char* out, std::size_t size) { return ::flistxattr(fd, out, size); },
      [fd](const char* name, char* out, std::size_t size) { return ::fgetxattr(fd, name, out, size); });
}

// Of what must not be opened. There is no llistxattrat(2) before Linux 6.13; a path through the magic link of
// the parent's descriptor is as safe from replaced parents and has no limit on the depth.
Xattrs XattrsAt(int parent, const char* name) {
  const std::string path =
      parent == AT_FDCWD ? std::string(name) : "/proc/self/fd/" + std::to_string(parent) + "/" + name;
  const char* at = path.c_str();
  return ReadXattrs(
      [at](char* out, std::size_t size) { return ::llistxattr(at, out, size); },
      [at](const char* key, char* out, std::size_t size) { return ::lgetxattr(at, key, out, size); });
}

struct timespec ModifiedAt(const struct stat& status) { return status.st_mtim; }
struct timespec ChangedAt(const struct stat& status) { return status.st_ctim; }

// O_NOATIME is for the owner and for root alone (open(2)).
UniqueFd OpenQuietly(int parent, const char* name, int flags) {
  flags |= O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int fd = ::openat(parent, name, flags | O_NOATIME);
  return UniqueFd(fd < 0 && errno == EPERM ? ::openat(parent, name, flags) : fd);
}

bool ReadNames(int fd, std::size_t most, std::vector<std::string>& names) {
  std::array<char, 32768> listing;
  while (names.size() <= most) {
    const ssize_t got = ::getdents64(fd, listing.data(), listing.size());
    if (got < 0) return errno == ENOENT;
    if (got == 0) return true;
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      const auto* const found = reinterpret_cast<const struct dirent64*>(&listing[at]);
      const std::string_view name = found->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
      at += found->d_reclen;
    }
  }
  return true;
}

}  // namespace harness
