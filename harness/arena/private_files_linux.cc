// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>

#include "harness/arena/private_files.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/base/unique_fd.h"
#include "harness/model/policy.h"

namespace harness {
namespace {

// Something below a private directory, held open across the mount that hides it.
struct Kept {
  std::string path;
  UniqueFd fd;
  bool is_directory = false;
};

std::string ThroughDescriptor(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

bool LiesInPrivateDirectory(const std::string& path) {
  for (const std::string& directory : PrivateDirectories()) {
    if (path != directory && PathContains(directory, path)) return true;
  }
  return false;
}

std::optional<Kept> Hold(const std::string& path) {
  if (!LiesInPrivateDirectory(path)) return std::nullopt;
  Kept kept{path, UniqueFd(::open(path.c_str(), O_PATH | O_CLOEXEC)), false};
  struct stat status = {};
  if (!kept.fd || ::fstat(kept.fd.get(), &status) != 0) return std::nullopt;
  kept.is_directory = S_ISDIR(status.st_mode);
  return kept;
}

Result<void> MountPointFor(const Kept& kept) {
  std::error_code error;
  const std::filesystem::path path(kept.path);
  std::filesystem::create_directories(kept.is_directory ? path : path.parent_path(), error);
  if (error) return Fail("cannot make a mount point for " + Printable(kept.path) + ": " + error.message());
  if (kept.is_directory) return {};
  const UniqueFd file(::open(kept.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (!file) return FailErrno("cannot make a mount point for " + Printable(kept.path));
  return {};
}

Result<void> ShowAgain(const Kept& kept) {
  struct stat there = {};
  struct stat held = {};
  // A directory that was shown again before may hold it already.
  if (::stat(kept.path.c_str(), &there) == 0 && ::fstat(kept.fd.get(), &held) == 0 && there.st_ino == held.st_ino &&
      there.st_dev == held.st_dev) {
    return {};
  }
  SANDPROOF_TRY(MountPointFor(kept));
  if (::mount(ThroughDescriptor(kept.fd.get()).c_str(), kept.path.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
    return FailErrno("cannot show " + Printable(kept.path) + " in the arena");
  }
  return MakeReadOnly(kept.path);
}

struct Mount {
  std::string point;
  std::string type;
};

// The kernel writes blanks and backslashes in a path as octal escapes; none of the paths looked for has any.
Result<std::vector<Mount>> ReadMounts() {
  SANDPROOF_ASSIGN(const std::string content, ReadFile("/proc/self/mountinfo"));
  std::vector<Mount> mounts;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string skipped;
    Mount mount;
    for (int i = 0; i < 4; ++i) words >> skipped;
    words >> mount.point;
    while (words >> skipped && skipped != "-") continue;
    words >> mount.type;
    mounts.push_back(std::move(mount));
  }
  return mounts;
}

// overlayfs separates its options by commas and its lower directories by colons.
std::string EscapedForOverlay(const std::string& path) {
  std::string escaped;
  for (const char c : path) {
    if (c == ',' || c == ':' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Where a path leads through its symbolic links, also when the last target does not exist.
std::string LeadsTo(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
}

}  // namespace

const std::vector<std::string>& PrivateDirectories() {
  static const std::vector<std::string> kDirectories = [] {
    std::vector<std::string> there;
    for (const char* directory : {"/tmp", "/var/tmp", "/run", "/home", "/dev/shm"}) {
      struct stat status = {};
      if (::lstat(directory, &status) == 0 && S_ISDIR(status.st_mode)) there.emplace_back(directory);
    }
    return there;
  }();
  return kDirectories;
}

Result<void> MountTmpfs(const std::string& directory) {
  if (::mount("tmpfs", directory.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") != 0) {
    return FailErrno("cannot mount a tmpfs on " + directory);
  }
  return {};
}

Result<void> MakeReadOnly(const std::string& path) {
  const auto set = [&path] {
    mount_attr attributes = {};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    return ::mount_setattr(AT_FDCWD, path.c_str(), AT_RECURSIVE, &attributes, sizeof attributes) == 0;
  };
  if (set()) return {};
  const bool is_mounted = errno != EINVAL;
  if (is_mounted || ::mount(path.c_str(), path.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0 || !set()) {
    return FailErrno("cannot make " + Printable(path) + " read-only");
  }
  return {};
}

Result<void> MakeFilesPrivate(const std::vector<std::string>& keep, bool own_processes) {
  // Nothing that is mounted here may reach the host, and nothing that the host mounts may appear here.
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return FailErrno("cannot make the mounts private");
  }
  if (own_processes && ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) {
    return FailErrno("cannot mount a /proc of the arena's own");
  }
  std::vector<Kept> held;
  for (const std::string& path : keep) {
    for (const std::string& spelling : {path, LeadsTo(path)}) {
      if (auto kept = Hold(spelling)) held.push_back(*std::move(kept));
    }
  }
  for (const std::string& directory : PrivateDirectories()) SANDPROOF_TRY(MountTmpfs(directory));
  for (const Kept& kept : held) SANDPROOF_TRY(ShowAgain(kept));
  return {};
}

Result<void> TakeCgroup2Away() {
  SANDPROOF_ASSIGN(const std::vector<Mount> mounts, ReadMounts());
  const bool stands_beside = std::any_of(mounts.begin(), mounts.end(), [](const Mount& one) { return one.type == "cgroup"; });
  if (!stands_beside) return {};
  for (const Mount& one : mounts) {
    if (one.type != "cgroup2") continue;
    // Covered, not unmounted: what a user namespace has inherited cannot be unmounted (mount_namespaces(7)), and the file
    // system below it is the host's, where an engine would leave its groups as plain directories.
    SANDPROOF_TRY(MountTmpfs(one.point));
  }
  return {};
}

Result<void> MakeStateDirectory(const std::string& directory) {
  if (!LiesInPrivateDirectory(directory)) return Fail(Printable(directory) + " lies in no directory of the arena's own");
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return Fail("cannot make the directory " + Printable(directory) + ": " + error.message());
  SANDPROOF_TRY(MountTmpfs(directory));
  // A program that runs as root may refuse to keep anything where others can write.
  if (::chmod(directory.c_str(), 0755) != 0) return FailErrno("cannot take rights to " + Printable(directory) + " away");
  return {};
}

Result<bool> HasMountsBelow(const std::string& directory) {
  SANDPROOF_ASSIGN(const std::vector<Mount> mounts, ReadMounts());
  return std::any_of(mounts.begin(), mounts.end(), [&directory](const Mount& one) {
    return one.point != directory && PathContains(directory, one.point);
  });
}

Result<void> UnmountBelow(const std::string& directory) {
  SANDPROOF_ASSIGN(const std::vector<Mount> mounts, ReadMounts());
  // What was mounted last may lie on what was mounted before.
  for (auto one = mounts.rbegin(); one != mounts.rend(); ++one) {
    if (one->point == directory || !PathContains(directory, one->point)) continue;
    if (::umount2(one->point.c_str(), MNT_DETACH) != 0 && errno != EINVAL) {
      return FailErrno("cannot unmount " + Printable(one->point));
    }
  }
  return {};
}

Result<void> ShowInstead(const std::string& path, const std::string& source, const std::string& content) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  SANDPROOF_TRY(WriteFileAtomically(source, content));
  std::string target = LeadsTo(path);
  if (::stat(target.c_str(), &status) != 0) {
    // A link into a private directory, as /etc/resolv.conf often is, has lost its target.
    if (!LiesInPrivateDirectory(target)) return {};
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(target).parent_path(), error);
    return WriteFileAtomically(target, content);
  }
  if (::mount(source.c_str(), target.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    return FailErrno("cannot show the arena's own " + path);
  }
  return MakeReadOnly(target);
}

Result<void> HidePrograms(const std::vector<std::string>& programs, const std::vector<std::string>& directories,
                          const std::string& scratch) {
  for (std::size_t i = 0; i < directories.size(); ++i) {
    const std::string upper = scratch + "/upper" + std::to_string(i);
    const std::string work = scratch + "/work" + std::to_string(i);
    if (::mkdir(upper.c_str(), 0755) != 0 || ::mkdir(work.c_str(), 0755) != 0) {
      return FailErrno("cannot make directories in " + scratch);
    }
    const std::string options =
        "lowerdir=" + EscapedForOverlay(directories[i]) + ",upperdir=" + upper + ",workdir=" + work;
    if (::mount("overlay", directories[i].c_str(), "overlay", 0, options.c_str()) != 0) {
      return FailErrno("cannot cover " + directories[i] + " with an overlay");
    }
    for (const std::string& program : programs) {
      const std::string path = directories[i] + "/" + program;
      if (::unlink(path.c_str()) != 0 && errno != ENOENT) return FailErrno("cannot hide " + Printable(path));
    }
  }
  return {};
}

void PutProgramsBack(const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) ::umount2(directory.c_str(), MNT_DETACH);
}

}  // namespace harness
