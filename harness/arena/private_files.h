// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"

namespace harness {

// All of this needs a kernel with mount namespaces. On macOS there are no private directories, and what would be done to
// mounts fails.

// The directories that an arena has for itself, empty, on a tmpfs of its own: those of them that the host has.
const std::vector<std::string>& PrivateDirectories();

// Gives the caller, who must be in a new mount namespace with CAP_SYS_ADMIN, the private directories, and with `own_processes`
// a /proc of its own pid namespace. Whatever of `keep` lies below one of them stays visible at its place, read-only: a file, or a
// directory with all that is in it. See mount_namespaces(7).
Result<void> MakeFilesPrivate(const std::vector<std::string>& keep, bool own_processes);

// Takes every cgroup v2 hierarchy that stands beside one of version 1 away, for the caller's mount namespace only. One that
// stands alone stays. See cgroups(7).
Result<void> TakeCgroup2Away();

// Makes a directory below one of PrivateDirectories(), with a file system of its own.
Result<void> MakeStateDirectory(const std::string& directory);

// Whether anything is mounted below `directory` in the caller's mount namespace (proc_pid_mountinfo(5)).
Result<bool> HasMountsBelow(const std::string& directory);
// Unmounts everything that is mounted below a directory, but not what is mounted on it.
Result<void> UnmountBelow(const std::string& directory);

// Shows `content` at `path`, for the caller's mount namespace only. `source` names a file to be made for it, in a private
// directory. A path that the host does not have is left alone.
Result<void> ShowInstead(const std::string& path, const std::string& source, const std::string& content);

// Puts an empty file system in memory over `directory`, writable for everyone as /tmp is.
Result<void> MountTmpfs(const std::string& directory);

// Makes a directory with everything that is mounted below it, or a file, read-only for everyone in the mount namespace
// (mount_setattr(2)).
Result<void> MakeReadOnly(const std::string& path);

// Takes the file names `programs` out of every directory of `directories`, for the caller's mount namespace only, as if
// they had never been installed: an overlayfs with a whiteout. `scratch` is an empty directory on a tmpfs.
// PutBack undoes it.
Result<void> HidePrograms(const std::vector<std::string>& programs, const std::vector<std::string>& directories,
                          const std::string& scratch);
void PutProgramsBack(const std::vector<std::string>& directories);

}  // namespace harness
