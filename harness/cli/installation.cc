// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/installation.h"

#include <filesystem>

#include "harness/base/encoding.h"
#include "harness/base/program.h"

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
  SANDPROOF_ASSIGN(const fs::path executable, ThisProgram());
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
