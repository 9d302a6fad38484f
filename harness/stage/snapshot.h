// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/result.h"

namespace harness {

// One directory entry, as lstat(2) and a read of its content show it. Access times are left out: looking changes them.
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
  std::uint64_t special = 0;                    // st_rdev
  std::map<std::string, std::string> xattrs;    // those that may be read; names with values
  std::string link_target;                      // of a symbolic link
  std::string sha256;                           // of a regular file's content; empty where it cannot be read
  std::string content;                          // the first 4096 bytes of it
};

// A digest of directory trees at one moment.
struct Snapshot {
  std::map<std::string, TreeEntry> entries;  // by absolute path; the roots themselves are among them
  std::int64_t taken_ns = 0;                 // CLOCK_REALTIME when the walk began
};

// Walks `roots` without following links and without crossing into another file system. Content that cannot have
// changed since `previous` is not read again: same inode, size, modification and change time, and a change time that
// lies so far before the earlier snapshot that a later change would have shown (file systems stamp with the coarse
// clock, so a change within the same tick leaves no trace in the times). An entry that vanishes while it is walked is
// left out. `previous` may be null.
Result<Snapshot> TakeSnapshot(const std::vector<std::string>& roots, const Snapshot* previous);

struct TreeChange {
  enum class Kind { kAdded, kRemoved, kModified };
  std::string path;
  Kind kind = Kind::kModified;
  std::string what;  // with kModified, what differs: "content, mtime"
};
// "added /x", "removed /x", "modified /x (content, mtime)"; the path is made printable.
std::string Describe(const TreeChange& change);

// Ordered by path. A change time that alone differs is a change too ("ctime"): it betrays a metadata call that changed
// nothing else.
std::vector<TreeChange> Diff(const Snapshot& before, const Snapshot& after);

// Waits until the coarse clock has left the tick of the newest change time in `snapshot`, so that any later change of
// an entry gets a change time of its own. At most a few milliseconds.
void WaitForNextTick(const Snapshot& snapshot);

}  // namespace harness
