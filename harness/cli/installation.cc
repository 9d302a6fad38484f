// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/installation.h"

#include <filesystem>

#include "harness/base/encoding.h"

namespace harness::cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> Require(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    return Fail(Printable(path.string()) + " is missing; it belongs to this installation");
  }
  return path.string();
}

}  // namespace

Result<Installation> FindInstallation() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (error) return Fail("cannot tell where this program lies: " + error.message());
  const fs::path prefix = executable.parent_path().parent_path();
  Installation installation;
  SANDPROOF_ASSIGN(installation.tools.probe, Require(prefix / "libexec" / "sandproof" / "sandproof-probe"));
  SANDPROOF_ASSIGN(installation.tools.fault, Require(prefix / "libexec" / "sandproof" / "sandproof-fault"));
  SANDPROOF_ASSIGN(installation.scenarios, Require(prefix / "share" / "sandproof" / "scenarios"));
  SANDPROOF_ASSIGN(installation.adapters, Require(prefix / "share" / "sandproof" / "adapters"));
  return installation;
}

}  // namespace harness::cli
