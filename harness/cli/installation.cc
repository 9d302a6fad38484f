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
  return InstallationAt(executable.parent_path().parent_path().string());
}

Result<Installation> InstallationAt(const std::string& prefix) {
  const fs::path programs = fs::path(prefix) / "libexec" / "sandproof";
  const fs::path share = fs::path(prefix) / "share" / "sandproof";
  Installation installation;
  installation.programs = programs.string();
  SANDPROOF_ASSIGN(installation.tools.probe, Require(programs / "sandproof-probe"));
  SANDPROOF_ASSIGN(installation.tools.fault, Require(programs / "sandproof-fault"));
  SANDPROOF_ASSIGN(installation.scenarios, Require(share / "scenarios"));
  SANDPROOF_ASSIGN(installation.adapters, Require(share / "adapters"));
  // In a build tree it is a link out of it, and adapters are told where things really lie.
  std::error_code error;
  installation.sandboxes = fs::weakly_canonical(share / "sandboxes", error).string();
  return installation;
}

}  // namespace harness::cli
