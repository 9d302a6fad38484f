// SPDX-License-Identifier: Apache-2.0
#include <sys/mount.h>

#include <algorithm>

#include "harness/arena/private_files.h"
#include "harness/model/policy.h"

namespace harness {
namespace {

tl::unexpected<Error> NoNamespaces() { return Fail("macOS has no namespaces; use --arena host"); }

}  // namespace

const std::vector<std::string>& PrivateDirectories() {
  static const std::vector<std::string> kNone;
  return kNone;
}

Result<void> MakeFilesPrivate(const std::vector<std::string>&, bool) { return NoNamespaces(); }
Result<void> TakeCgroup2Away() { return NoNamespaces(); }
Result<void> ShowInstead(const std::string&, const std::string&, const std::string&) { return NoNamespaces(); }
Result<void> MountTmpfs(const std::string&) { return NoNamespaces(); }
Result<void> MakeStateDirectory(const std::string&) { return NoNamespaces(); }
Result<void> UnmountBelow(const std::string&) { return NoNamespaces(); }
Result<void> MakeReadOnly(const std::string&) { return NoNamespaces(); }

Result<void> HidePrograms(const std::vector<std::string>&, const std::vector<std::string>&, const std::string&) {
  return NoNamespaces();
}
void PutProgramsBack(const std::vector<std::string>&) {}

Result<bool> HasMountsBelow(const std::string& directory) {
  struct statfs* mounts = nullptr;
  const int count = ::getmntinfo(&mounts, MNT_NOWAIT);
  if (count <= 0) return FailErrno("cannot list what is mounted");
  return std::any_of(mounts, mounts + count, [&directory](const struct statfs& one) {
    return one.f_mntonname != directory && PathContains(directory, one.f_mntonname);
  });
}

}  // namespace harness
