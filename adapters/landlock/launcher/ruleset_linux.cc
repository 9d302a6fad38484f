// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/ruleset.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "adapters/landlock/launcher/die.h"
#include "adapters/landlock/launcher/root.h"
#include "harness/base/unique_fd.h"

namespace landlock {
namespace {

// The kernel headers of a stable distribution end at ABI 2, so these are spelled out here as landlock(7) has them.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kVersionOnly = 1;
constexpr int kPathBeneath = 1;

struct RulesetAttributes {
  std::uint64_t handled_access_fs;
  std::uint64_t handled_access_net;
  std::uint64_t scoped;
};
struct [[gnu::packed]] PathBeneathAttributes {
  std::uint64_t allowed_access;
  std::int32_t parent_fd;
};

constexpr std::uint64_t kExecute = 1U << 0;
constexpr std::uint64_t kWriteFile = 1U << 1;
constexpr std::uint64_t kReadFile = 1U << 2;
constexpr std::uint64_t kReadDirectory = 1U << 3;
constexpr std::uint64_t kTruncate = 1U << 14;
constexpr std::uint64_t kIoctlDevice = 1U << 15;
constexpr std::uint64_t kEveryAccess = (1U << 16) - 1;
constexpr std::uint64_t kOnFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDevice;
constexpr std::uint64_t kReading = kExecute | kReadFile | kReadDirectory;
constexpr std::uint64_t kBindTcp = 1U << 0;
constexpr std::uint64_t kConnectTcp = 1U << 1;
constexpr std::uint64_t kAbstractSockets = 1U << 0;
constexpr std::uint64_t kSignals = 1U << 1;

class Ruleset {
 public:
  explicit Ruleset(const RulesetAttributes& attributes)
      : fd_(static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0))) {
    if (!fd_) Die("make a Landlock ruleset");
  }

  void Allow(const std::string& path, std::uint64_t access) {
    const harness::UniqueFd parent(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status = {};
    if (!parent || ::fstat(parent.get(), &status) != 0) Die("grant " + path);
    if (!S_ISDIR(status.st_mode)) access &= kOnFiles;
    const PathBeneathAttributes rule = {access, parent.get()};
    if (::syscall(kAddRule, fd_.get(), kPathBeneath, &rule, 0) != 0) Die("grant " + path + " by Landlock");
  }

  void Enforce() {
    if (::syscall(kRestrictSelf, fd_.get(), 0) != 0) Die("enforce Landlock");
  }

 private:
  harness::UniqueFd fd_;
};

}  // namespace

int KernelAbi() {
  const long abi = ::syscall(kCreateRuleset, nullptr, 0, kVersionOnly);
  return abi < 0 ? 0 : static_cast<int>(abi);
}

void Restrict(const Order& order) {
  const int abi = KernelAbi();
  if (abi < kNeededAbi) {
    DieBecause("Landlock", "the kernel has ABI " + std::to_string(abi) + ", and " + std::to_string(kNeededAbi) + " is needed");
  }
  RulesetAttributes attributes = {kEveryAccess, 0, 0};
  if (order.own_network) attributes.handled_access_net = kBindTcp | kConnectTcp;
  if (order.own_processes) attributes.scoped = kAbstractSockets | kSignals;
  Ruleset ruleset(attributes);
  // The root holds nothing that is not granted, so its names may be listed.
  ruleset.Allow("/", kReadDirectory);
  for (const std::string& path : order.system) ruleset.Allow(path, kReading);
  ruleset.Allow("/proc", kReading);
  ruleset.Allow("/dev", kReading | kWriteFile | kTruncate | kIoctlDevice);
  ruleset.Allow("/dev/shm", kEveryAccess);
  ruleset.Allow(kPrivateTmp, kEveryAccess);
  for (const auto& [path, writable] : order.grants) ruleset.Allow(path, writable ? kEveryAccess : kReading);
  ruleset.Enforce();
}

}  // namespace landlock
