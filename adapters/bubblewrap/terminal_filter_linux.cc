// SPDX-License-Identifier: Apache-2.0
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "adapters/bubblewrap/terminal_filter.h"

namespace adapters {
namespace {

// From asm-generic/ioctls.h, where the C library's headers lack it.
constexpr unsigned kTiocLinux = 0x541C;
// The kernel looks at the lower half of the request only.
constexpr scmp_datum_t kLowerHalf = 0xFFFFFFFF;

struct Release {
  void operator()(scmp_filter_ctx context) const { seccomp_release(context); }
};

harness::Result<void> Check(int result) {
  if (result == 0) return {};
  errno = -result;
  return harness::FailErrno("cannot make a system call filter");
}

}  // namespace

harness::Result<harness::UniqueFd> MakeTerminalFilter() {
  const std::unique_ptr<void, Release> filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return harness::Fail("cannot make a system call filter");
  for (const unsigned request : {static_cast<unsigned>(TIOCSTI), kTiocLinux}) {
    SANDPROOF_TRY(Check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                         SCMP_A1(SCMP_CMP_MASKED_EQ, kLowerHalf, request))));
  }
  harness::UniqueFd file(::memfd_create("filter", MFD_CLOEXEC));
  if (!file) return harness::FailErrno("cannot make a file for a system call filter");
  SANDPROOF_TRY(Check(seccomp_export_bpf(filter.get(), file.get())));
  if (::lseek(file.get(), 0, SEEK_SET) != 0) return harness::FailErrno("cannot rewind a system call filter");
  return file;
}

}  // namespace adapters
