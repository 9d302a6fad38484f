// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/snapshot.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <ctime>
#include <memory>
#include <string_view>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/base/unique_fd.h"
#include "harness/stage/file_details.h"

namespace harness {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostEntries = 100'000;
constexpr std::size_t kMostContent = std::size_t{256} << 20;
// How often an entry may be replaced between the look at it and its opening. A program that never stops doing
// so would otherwise hold the walk forever.
constexpr int kAttempts = 16;

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

std::int64_t Nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * kNanosecondsPerSecond + time.tv_nsec;
}

std::int64_t Now(clockid_t clock) {
  struct timespec time = {};
  ::clock_gettime(clock, &time);
  return Nanoseconds(time);
}

TreeEntry EntryOf(const struct stat& status) {
  TreeEntry entry;
  entry.mode = status.st_mode;
  entry.uid = status.st_uid;
  entry.gid = status.st_gid;
  entry.size = static_cast<std::uint64_t>(status.st_size);
  entry.mtime_ns = Nanoseconds(ModifiedAt(status));
  entry.ctime_ns = Nanoseconds(ChangedAt(status));
  entry.inode = status.st_ino;
  entry.device = static_cast<std::uint64_t>(status.st_dev);
  entry.links = status.st_nlink;
  entry.special = static_cast<std::uint64_t>(status.st_rdev);
  return entry;
}

bool SameObject(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && (a.st_mode & S_IFMT) == (b.st_mode & S_IFMT);
}

std::string LinkTarget(int parent, const char* name) {
  std::array<char, PATH_MAX> buffer;
  const ssize_t length = ::readlinkat(parent, name, buffer.data(), buffer.size());
  return length < 0 ? std::string() : std::string(buffer.data(), static_cast<std::size_t>(length));
}

class Walk {
 public:
  Walk(const Snapshot* previous, Snapshot& snapshot) : previous_(previous), entries_(snapshot.entries) {}

  Result<void> Root(const std::string& path) { return Visit({AT_FDCWD, path.c_str(), path, 0}); }

 private:
  // A name in a directory that is held open.
  struct Spot {
    int parent;
    const char* name;
    const std::string& path;
    int depth;
  };
  struct Opened {
    UniqueFd fd;            // empty: it may not be read, or must not be opened
    bool replaced = false;  // another object has taken the name since `status`
  };

  Result<void> Visit(const Spot& spot);
  Result<void> Unseen(const Spot& spot);
  // Refreshes `status` from what was opened.
  Result<Opened> Open(const Spot& spot, struct stat& status) const;
  Result<void> Record(const Spot& spot, const struct stat& status, int fd);
  Result<void> ReadContent(int fd, const std::string& path, TreeEntry& entry);
  std::string Digest(const std::string& path, const TreeEntry& entry, std::string_view content) const;
  Result<std::vector<std::string>> Names(int fd, const std::string& path);
  Result<void> Descend(const Spot& spot, int fd);

  static std::string Cannot(const std::string& path) {
    return "cannot take a snapshot of " + Printable(path);
  }
  Result<void> TooMany(const std::string& path) const {
    return Fail(Cannot(path) + ": there are more than " + std::to_string(kMostEntries) + " entries");
  }

  const Snapshot* previous_;
  std::map<std::string, TreeEntry>& entries_;
  dev_t device_ = 0;  // the current root's
  std::size_t content_left_ = kMostContent;
  // Used between system calls only, never across a descent.
  std::string content_ = std::string(65536, '\0');
};

Result<void> Walk::Visit(const Spot& spot) {
  if (spot.depth > kDeepest) {
    return Fail(Cannot(spot.path) + ": it is deeper than " + std::to_string(kDeepest) + " levels");
  }
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    struct stat status = {};
    if (::fstatat(spot.parent, spot.name, &status, AT_SYMLINK_NOFOLLOW) != 0) return Unseen(spot);
    SANDPROOF_ASSIGN(const Opened opened, Open(spot, status));
    if (!opened.replaced) return Record(spot, status, opened.fd.get());
  }
  return Fail(Cannot(spot.path) + ": it is replaced by something else again and again");
}

Result<void> Walk::Unseen(const Spot& spot) {
  if (errno == ENOENT || errno == ENOTDIR) return {};
  // Its directory may be listed and not searched. The name alone still shows whether it comes or goes.
  if (errno == EACCES && spot.depth > 0) {
    entries_.emplace(spot.path, TreeEntry{});
    return {};
  }
  return FailErrno(Cannot(spot.path));
}

Result<Walk::Opened> Walk::Open(const Spot& spot, struct stat& status) const {
  const bool directory = S_ISDIR(status.st_mode);
  if (!directory && !S_ISREG(status.st_mode)) return Opened{};
  UniqueFd fd = OpenQuietly(spot.parent, spot.name, directory ? O_DIRECTORY : 0);
  if (!fd) {
    if (errno == EACCES || errno == EPERM) return Opened{};
    // What these say is that the name now stands for nothing, a link, a file, a socket or a device.
    const std::array<int, 5> replaced = {ENOENT, ELOOP, ENOTDIR, ENXIO, ENODEV};
    if (std::find(replaced.begin(), replaced.end(), errno) != replaced.end()) return Opened{UniqueFd(), true};
    return FailErrno(Cannot(spot.path));
  }
  struct stat now = {};
  if (::fstat(fd.get(), &now) != 0) return FailErrno(Cannot(spot.path));
  if (!SameObject(status, now)) return Opened{UniqueFd(), true};
  status = now;
  return Opened{std::move(fd), false};
}

Result<void> Walk::Record(const Spot& spot, const struct stat& status, int fd) {
  TreeEntry entry = EntryOf(status);
  if (spot.depth > 0 && status.st_dev != device_ && S_ISDIR(status.st_mode)) {
    // What is mounted here is somebody else's, and may change under everybody's hands.
    entry = TreeEntry{};
    entry.mode = status.st_mode;
    entries_.emplace(spot.path, std::move(entry));
    return {};
  }
  entry.xattrs = fd >= 0 ? XattrsOfOpen(fd) : XattrsAt(spot.parent, spot.name);
  if (S_ISLNK(status.st_mode)) entry.link_target = LinkTarget(spot.parent, spot.name);
  // Regular files are read on whatever device they claim to lie: overlayfs gives them one of their own.
  if (S_ISREG(status.st_mode) && fd >= 0) SANDPROOF_TRY(ReadContent(fd, spot.path, entry));
  entries_.emplace(spot.path, std::move(entry));
  if (entries_.size() > kMostEntries) return TooMany(spot.path);
  if (!S_ISDIR(status.st_mode) || fd < 0) return {};
  if (spot.depth == 0) device_ = status.st_dev;
  return status.st_dev == device_ ? Descend(spot, fd) : Result<void>();
}

Result<void> Walk::ReadContent(int fd, const std::string& path, TreeEntry& entry) {
  const auto too_much = [&path] {
    return Fail(Cannot(path) + ": there are more than " + std::to_string(kMostContent >> 20) +
                " MiB of content");
  };
  if (entry.size > content_left_) return too_much();
  std::size_t size = 0;
  while (true) {
    if (size > content_left_) return too_much();
    if (size == content_.size())
      content_.resize(std::max(2 * size, static_cast<std::size_t>(entry.size) + 1));
    const std::size_t room = content_.size() - size;
    const ssize_t got = ::read(fd, &content_[size], room);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FailErrno(Cannot(path));
    size += static_cast<std::size_t>(got);
    // A short read that reaches the size is the end; files of procfs claim a size of 0 and are read to their
    // end.
    if (got == 0 || (size == entry.size && static_cast<std::size_t>(got) < room)) break;
  }
  content_left_ -= std::min(size, content_left_);
  const std::string_view content(content_.data(), size);
  entry.content = content.substr(0, kKeptContent);
  entry.sha256 = Digest(path, entry, content);
  return {};
}

// A kept content that is shorter than what would be kept is the whole content, so that equal bytes are proven
// equal here and not inferred from times.
std::string Walk::Digest(const std::string& path, const TreeEntry& entry, std::string_view content) const {
  if (previous_ != nullptr && content.size() < kKeptContent) {
    const auto earlier = previous_->entries.find(path);
    if (earlier != previous_->entries.end() && !earlier->second.sha256.empty() &&
        earlier->second.content == entry.content) {
      return earlier->second.sha256;
    }
  }
  return Sha256(content);
}

Result<std::vector<std::string>> Walk::Names(int fd, const std::string& path) {
  std::vector<std::string> names;
  if (!ReadNames(fd, kMostEntries - std::min(kMostEntries, entries_.size()), names)) return FailErrno(Cannot(path));
  if (entries_.size() + names.size() > kMostEntries) return tl::unexpected<Error>(TooMany(path).error());
  return names;
}

Result<void> Walk::Descend(const Spot& spot, int fd) {
  SANDPROOF_ASSIGN(const std::vector<std::string> names, Names(fd, spot.path));
  const std::string prefix = spot.path == "/" ? spot.path : spot.path + "/";
  for (const std::string& name : names) {
    const std::string path = prefix + name;
    SANDPROOF_TRY(Visit({fd, name.c_str(), path, spot.depth + 1}));
  }
  return {};
}

std::string WhatDiffers(const TreeEntry& a, const TreeEntry& b) {
  std::string what;
  const auto compare = [&what](bool same, const char* word) {
    if (!same) what += (what.empty() ? "" : ", ") + std::string(word);
  };
  const bool same_type = (a.mode & S_IFMT) == (b.mode & S_IFMT);
  const bool same_readability = a.sha256.empty() == b.sha256.empty();
  compare(same_type, "type");
  compare(!same_type || same_readability, "readability");
  compare(!same_type || !same_readability || (a.sha256 == b.sha256 && a.content == b.content), "content");
  compare(!same_type || a.link_target == b.link_target, "link target");
  compare((a.mode & 07777) == (b.mode & 07777), "mode");
  compare(a.uid == b.uid && a.gid == b.gid, "owner");
  compare(a.size == b.size, "size");
  compare(a.xattrs == b.xattrs, "xattrs");
  compare(a.links == b.links, "links");
  compare(a.inode == b.inode, "inode");
  compare(a.device == b.device, "device");
  compare(a.special == b.special, "device number");
  compare(a.mtime_ns == b.mtime_ns, "mtime");
  compare(!what.empty() || a.ctime_ns == b.ctime_ns, "ctime");
  return what;
}

}  // namespace

Result<Snapshot> TakeSnapshot(const std::vector<std::string>& roots, const Snapshot* previous) {
  Snapshot snapshot;
  snapshot.taken_ns = Now(CLOCK_REALTIME);
  const auto walk = std::make_unique<Walk>(previous, snapshot);
  for (std::string root : roots) {
    if (!root.starts_with('/'))
      return Fail("cannot take a snapshot of " + Printable(root) + ": the path is relative");
    // A final slash would make lstat(2) follow a link.
    while (root.size() > 1 && root.ends_with('/')) root.pop_back();
    SANDPROOF_TRY(walk->Root(root));
  }
  return snapshot;
}

std::string Describe(const TreeChange& change) {
  switch (change.kind) {
    case TreeChange::Kind::kAdded:
      return "added " + Printable(change.path);
    case TreeChange::Kind::kRemoved:
      return "removed " + Printable(change.path);
    case TreeChange::Kind::kModified:
      break;
  }
  return "modified " + Printable(change.path) + " (" + change.what + ")";
}

std::vector<TreeChange> Diff(const Snapshot& before, const Snapshot& after) {
  std::vector<TreeChange> changes;
  auto old = before.entries.begin();
  auto now = after.entries.begin();
  while (old != before.entries.end() || now != after.entries.end()) {
    if (now == after.entries.end() || (old != before.entries.end() && old->first < now->first)) {
      changes.push_back({(old++)->first, TreeChange::Kind::kRemoved, ""});
    } else if (old == before.entries.end() || now->first < old->first) {
      changes.push_back({(now++)->first, TreeChange::Kind::kAdded, ""});
    } else {
      std::string what = WhatDiffers(old->second, now->second);
      if (!what.empty()) changes.push_back({now->first, TreeChange::Kind::kModified, std::move(what)});
      ++old;
      ++now;
    }
  }
  return changes;
}

void WaitForNextTick(const Snapshot& snapshot) {
  std::int64_t newest = 0;
  for (const auto& [path, entry] : snapshot.entries) newest = std::max(newest, entry.ctime_ns);
  // The slowest tick there is lasts 10 ms (CONFIG_HZ=100).
  constexpr std::int64_t kLongestWait = 20'000'000;
  constexpr struct timespec kPause = {0, 100'000};
  if (newest > Now(CLOCK_REALTIME) + kLongestWait) return;
  const std::int64_t give_up = Now(CLOCK_MONOTONIC) + kLongestWait;
  while (Now(kStampClock) <= newest && Now(CLOCK_MONOTONIC) < give_up)
    ::nanosleep(&kPause, nullptr);
}

}  // namespace harness
