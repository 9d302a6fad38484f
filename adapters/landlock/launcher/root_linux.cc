// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/root.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "adapters/landlock/launcher/die.h"
#include "harness/base/unique_fd.h"

namespace landlock {
namespace {

// Any directory that every host has: it is covered while the new root is being built.
constexpr char kBase[] = "/tmp";
constexpr char kOld[] = "/old";
constexpr char kNew[] = "/new";
constexpr char kNothing[] = "/nothing";

void MakeDirectories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) DieBecause("make a mount point at " + path, error.message());
}

// Opens `path` as a process with `root` as its root would find it: an absolute link must not lead to the other root
// (openat2(2)).
harness::UniqueFd OpenIn(const char* root, const std::string& path) {
  const harness::UniqueFd directory(::open(root, O_PATH | O_DIRECTORY | O_CLOEXEC));
  open_how how = {};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT;
  return harness::UniqueFd(static_cast<int>(::syscall(SYS_openat2, directory.get(), path.c_str(), &how, sizeof how)));
}

// The file systems that were made for the new root: the only ones in which mount points may be made.
std::set<dev_t>& OwnFileSystems() {
  static std::set<dev_t> own;
  return own;
}

bool IsOwn(int directory) {
  struct stat status = {};
  return ::fstat(directory, &status) == 0 && OwnFileSystems().contains(status.st_dev);
}

// Makes what is missing of `path` below the new root. Goes through no link, and makes nothing in what is granted: what lies
// there may have been arranged by a program that ran before.
void MakeMountPoint(const std::string& path, bool is_directory) {
  harness::UniqueFd at(::open(kNew, O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::filesystem::path parts = std::filesystem::path(path).relative_path();
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    const std::string name = part->string();
    harness::UniqueFd next(::openat(at.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!next) {
      if (!IsOwn(at.get())) DieBecause("make a mount point at " + path, "what is granted has no such entry");
      const bool is_file = !is_directory && std::next(part) == parts.end();
      if (is_file) {
        const harness::UniqueFd file(::openat(at.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
        if (!file) Die("make a mount point at " + path);
      } else if (::mkdirat(at.get(), name.c_str(), 0755) != 0) {
        Die("make a mount point at " + path);
      }
      next.Reset(::openat(at.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    }
    at = std::move(next);
  }
}

void SetAttributes(int mount, const char* path, int flags, std::uint64_t set, const std::string& what) {
  mount_attr attributes = {};
  attributes.attr_set = set;
  if (::syscall(SYS_mount_setattr, mount, path, flags, &attributes, sizeof attributes) != 0) Die("restrict " + what);
}

// Shows what lies at `from` below `root` at `to` in the new root.
void ShowAt(const char* root, const std::string& from, const std::string& to, std::uint64_t attributes) {
  const harness::UniqueFd source = OpenIn(root, from);
  struct stat status = {};
  if (!source || ::fstat(source.get(), &status) != 0) Die("look at " + from);
  const harness::UniqueFd tree(static_cast<int>(
      ::syscall(SYS_open_tree, source.get(), "", AT_EMPTY_PATH | AT_RECURSIVE | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC)));
  if (!tree) Die("show " + from);
  SetAttributes(tree.get(), "", AT_EMPTY_PATH | AT_RECURSIVE, attributes, from);
  harness::UniqueFd target = OpenIn(kNew, to);
  if (!target) {
    MakeMountPoint(to, S_ISDIR(status.st_mode));
    target = OpenIn(kNew, to);
  }
  if (!target) Die("open the mount point at " + to);
  if (::syscall(SYS_move_mount, tree.get(), "", target.get(), "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0) {
    Die("show " + from);
  }
}

void Show(const std::string& path, std::uint64_t attributes) { ShowAt(kOld, path, path, attributes); }

void Mount(const char* type, const std::string& at, unsigned long flags, const char* options) {
  MakeDirectories(at);
  if (::mount(type, at.c_str(), type, flags, options) != 0) Die(std::string("mount ") + type + " at " + at);
  struct stat status = {};
  if (::stat(at.c_str(), &status) == 0) OwnFileSystems().insert(status.st_dev);
}

void ShowDevices() {
  Mount("tmpfs", std::string(kNew) + "/dev", MS_NOSUID | MS_NOEXEC, "mode=755,size=64k");
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"}) {
    Show(device, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
  }
  const std::string dev = std::string(kNew) + "/dev";
  for (const auto& [name, target] : {std::pair("fd", "/proc/self/fd"), {"stdin", "/proc/self/fd/0"},
                                     {"stdout", "/proc/self/fd/1"}, {"stderr", "/proc/self/fd/2"}, {"ptmx", "pts/ptmx"}}) {
    if (::symlink(target, (dev + "/" + name).c_str()) != 0) Die(std::string("make /dev/") + name);
  }
  Mount("devpts", dev + "/pts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620");
  Mount("tmpfs", dev + "/shm", MS_NOSUID | MS_NODEV, "mode=1777");
}

void Cover(const Order& order) {
  // A mount point cannot be renamed, and so the way to what is denied stays what it is (rename(2), EBUSY).
  for (const std::string& path : order.pinned) ShowAt(kNew, path, path, 0);
  // A directory that nobody may enter, to be shown in place of each that is denied.
  Mount("tmpfs", kNothing, MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=0,size=4k");
  for (const std::string& path : order.denied_directories) {
    ShowAt("/", kNothing, path, MOUNT_ATTR_RDONLY);
  }
  // Without devices, so that even opening what covers the file fails.
  for (const std::string& path : order.denied_files) {
    ShowAt(kOld, "/dev/null", path, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  }
}

void Furnish(const Order& order) {
  constexpr std::uint64_t kHarmless = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  for (const auto& [path, target] : order.links) {
    MakeDirectories(std::filesystem::path(kNew + path).parent_path().string());
    if (::symlink(target.c_str(), (kNew + path).c_str()) != 0) Die("make the link " + path);
  }
  // What is granted as a whole lies under everything else.
  const auto whole = order.grants.find("/");
  if (whole != order.grants.end()) Show("/", whole->second ? kHarmless : kHarmless | MOUNT_ATTR_RDONLY);
  // Read-only: the kernel's settings below /proc/sys ask for root's number and not for a capability.
  if (order.own_processes) {
    Mount("proc", std::string(kNew) + "/proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  } else {
    Show("/proc", kHarmless | MOUNT_ATTR_RDONLY);
  }
  ShowDevices();
  Mount("tmpfs", std::string(kNew) + kPrivateTmp, MS_NOSUID | MS_NODEV, "mode=1777");
  for (const std::string& path : order.system) Show(path, kHarmless | MOUNT_ATTR_RDONLY);
  for (const auto& [path, writable] : order.grants) {
    if (path != "/") Show(path, writable ? kHarmless : kHarmless | MOUNT_ATTR_RDONLY);
  }
}

void PivotTo(const std::string& root, const std::string& old) {
  if (::chdir(root.c_str()) != 0 || ::syscall(SYS_pivot_root, ".", old.c_str()) != 0 || ::chdir("/") != 0) {
    Die("change the root to " + root);
  }
}

}  // namespace

void BuildRoot(const Order& order) {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) Die("make the mounts private");
  if (::mount("tmpfs", kBase, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755") != 0) Die("mount a tmpfs to build the root on");
  if (::mkdir((std::string(kBase) + kOld).c_str(), 0755) != 0 || ::mkdir((std::string(kBase) + kNew).c_str(), 0755) != 0) {
    Die("make the places of both roots");
  }
  PivotTo(kBase, std::string(kBase) + kOld);
  Mount("tmpfs", kNew, MS_NOSUID | MS_NODEV, "mode=755");
  Furnish(order);
  Cover(order);
  if (::umount2(kOld, MNT_DETACH) != 0) Die("take the old root away");
  // The root that it was built on is put over and taken away with nothing left to name it.
  PivotTo(kNew, ".");
  if (::umount2(".", MNT_DETACH) != 0 || ::chdir("/") != 0) Die("take the building ground away");
  if (!order.grants.contains("/")) SetAttributes(AT_FDCWD, "/", 0, MOUNT_ATTR_RDONLY, "the root");
  if (::chdir(order.directory.c_str()) != 0) Die("enter " + order.directory);
}

}  // namespace landlock
