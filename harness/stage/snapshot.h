// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/result.h"

namespace harness {

// So much of a file's content is kept, for the secret scan.
inline constexpr std::size_t kKeptContent = std::size_t{1} << 20;

// One directory entry, as lstat(2) and a read of its content show it. Access times are left out: looking
// changes them.
struct TreeEntry {
  mode_t mode = 0;  // type and permission bits
  uid_t uid = 0;
  gid_t gid = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  std::uint64_t links = 0;
  std::uint64_t special = 0;                  // st_rdev
  std::map<std::string, std::string> xattrs;  // those that may be read; names with values
  std::string link_target;                    // of a symbolic link
  std::string sha256;                         // of a regular file's content; empty where it cannot be read
  std::string content;                        // the first MiB of it
};
// An entry whose directory lets its names be listed but nothing be looked up has a mode of 0 and nothing
// else.

// A digest of directory trees at one moment.
struct Snapshot {
  std::map<std::string, TreeEntry> entries;  // by absolute path; the roots themselves are among them
  std::int64_t taken_ns = 0;                 // CLOCK_REALTIME when the walk began
};

// Walks `roots`, absolute paths, without following links and without crossing into another file system. Opens
// nothing but directories and regular files, so that no pipe, socket or device notices. A root that does not
// exist and an entry that vanishes while it is walked are left out; a directory that cannot be read is there
// without its children. Content is always read: a write through a shared mapping leaves no trace in the times
// (on tmpfs never where the page was read first; elsewhere not before the page was written back). Only the
// digest of bytes that are the same is taken over from `previous`, which may be null. An Error where a tree
// is larger than any stage: more than 64 levels, 100,000 entries or 256 MiB of content.
Result<Snapshot> TakeSnapshot(const std::vector<std::string>& roots, const Snapshot* previous);

struct TreeChange {
  enum class Kind { kAdded, kRemoved, kModified };
  std::string path;
  Kind kind = Kind::kModified;
  std::string what;  // with kModified, everything that differs: "content, mtime"
};
// "added /x", "removed /x", "modified /x (content, mtime)"; the path is made printable.
std::string Describe(const TreeChange& change);

// Ordered by path. Nearly every change moves the change time along, so it is named only where nothing else
// differs
// ("ctime"): it then betrays a change that was undone, or a call that changed nothing.
std::vector<TreeChange> Diff(const Snapshot& before, const Snapshot& after);

// Waits until the coarse clock, with which file systems stamp, has left the tick of the newest change time in
// `snapshot`, so that any later change of an entry gets a change time of its own. At most a few milliseconds;
// a change time in the future is not waited for.
void WaitForNextTick(const Snapshot& snapshot);

}  // namespace harness
