// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/image.h"

#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/encoding.h"
#include "harness/base/file.h"

namespace adapters {
namespace {

using harness::Account;
using harness::FailErrno;
using harness::Printable;
using harness::Result;

// The first page of a program that needs a loader names it.
constexpr std::size_t kFirstPage = 4096;

Result<void> Give(const std::string& path, const Account& owner) {
  if (::geteuid() == owner.uid) return {};
  if (::lchown(path.c_str(), owner.uid, owner.gid) != 0) return FailErrno("cannot give " + Printable(path) + " away");
  return {};
}

}  // namespace

bool IsStatic(const std::string& path) {
  const auto program = harness::ReadFile(path);
  return program && program->substr(0, kFirstPage).find("/ld-") == std::string::npos;
}

Result<void> MakeOwnedDirectory(const std::string& path, unsigned mode, const Account& owner) {
  if (::mkdir(path.c_str(), 0755) != 0 || ::chmod(path.c_str(), static_cast<mode_t>(mode)) != 0) {
    return FailErrno("cannot make the directory " + Printable(path));
  }
  return Give(path, owner);
}

Result<void> WriteOwnedFile(const std::string& path, const std::string& content, unsigned mode, const Account& owner) {
  SANDPROOF_TRY(harness::WriteFileAtomically(path, content));
  if (::chmod(path.c_str(), static_cast<mode_t>(mode)) != 0) return FailErrno("cannot set the mode of " + Printable(path));
  return Give(path, owner);
}

Result<ContainerImage> LayOutImage(const std::string& directory, const std::string& busybox, const Account& owner) {
  const ContainerImage image = {directory + "/rootfs", busybox, directory + "/cover-file",
                                directory + "/cover-directory"};
  SANDPROOF_TRY(MakeOwnedDirectory(image.rootfs, 0755, owner));
  for (const char* name : {"/bin", "/dev", "/etc", "/proc", "/sys", "/tmp"}) {
    SANDPROOF_TRY(MakeOwnedDirectory(image.rootfs + name, 0755, owner));
  }
  SANDPROOF_ASSIGN(const std::string program, harness::ReadFile(busybox));
  SANDPROOF_TRY(WriteOwnedFile(image.rootfs + "/bin/busybox", program, 0755, owner));
  for (const char* name : {"cat", "env", "false", "ls", "sh", "sleep", "true"}) {
    const std::string link = image.rootfs + "/bin/" + name;
    if (::symlink("busybox", link.c_str()) != 0) return FailErrno("cannot make the link " + Printable(link));
  }
  const std::string etc = image.rootfs + "/etc/";
  SANDPROOF_TRY(WriteOwnedFile(etc + "passwd", "root:x:0:0:root:/:/bin/sh\n", 0644, owner));
  SANDPROOF_TRY(WriteOwnedFile(etc + "group", "root:x:0:\n", 0644, owner));
  SANDPROOF_TRY(WriteOwnedFile(etc + "hosts", "127.0.0.1 localhost\n::1 localhost\n", 0644, owner));
  SANDPROOF_TRY(WriteOwnedFile(etc + "resolv.conf", "", 0644, owner));
  SANDPROOF_TRY(WriteOwnedFile(image.cover_file, "", 0, owner));
  SANDPROOF_TRY(MakeOwnedDirectory(image.cover_directory, 0, owner));
  return image;
}

}  // namespace adapters
