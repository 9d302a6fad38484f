// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/program.h"

#include "harness/base/encoding.h"
#include "harness/base/sha256.h"
#include "harness/process/run.h"

namespace harness {

std::optional<std::string> Program::Find(const std::vector<std::string>& search_path) const {
  return path.empty() ? FindProgram(name, search_path) : FindProgramAt(path, search_path);
}

void Program::ReportMissing(Identity& identity) const {
  if (!path.empty()) {
    identity.unavailable = Printable(path) + " is not an executable file";
    identity.remedy = "name an executable file with path=";
    return;
  }
  std::string directories;
  for (const std::string& directory : TrustedSearchPath()) directories += (directories.empty() ? "" : ", ") + directory;
  identity.unavailable = "there is no " + name + " in " + directories;
  identity.remedy = install;
}

Component ComponentAt(const std::string& name, const std::string& path) {
  return {name, path, Sha256OfFile(path).value_or("")};
}

std::string VersionLine(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  RunLimits limits;
  limits.wall = Milliseconds(5'000);
  const std::string out = RunProgram({command, environment}, {}, limits).out;
  return out.substr(0, out.find('\n'));
}

}  // namespace harness
