// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/host_view.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "harness/adapter/launch_limits.h"

namespace harness {
namespace {

// Links below /etc lead to files that are mounted in their place; a top-level link, such as /bin on a merged system, is
// made again.
HostPath LookAtSystem(const std::string& path) {
  HostPath seen = LookAt(path);
  struct stat status = {};
  if (seen.kind == HostPath::Kind::kSymlink && path.starts_with("/etc/")) {
    seen.kind = ::stat(path.c_str(), &status) == 0 ? HostPath::Kind::kFile : HostPath::Kind::kMissing;
  }
  return seen;
}

std::vector<HostPath> LookAtSystem() {
  std::vector<HostPath> system;
  for (const std::string& path : SystemPaths()) system.push_back(LookAtSystem(path));
  return system;
}

}  // namespace

HostPath LookAt(const std::string& path) {
  HostPath seen{path, HostPath::Kind::kMissing, {}};
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return seen;
  if (S_ISDIR(status.st_mode)) {
    seen.kind = HostPath::Kind::kDirectory;
  } else if (S_ISLNK(status.st_mode)) {
    seen.kind = HostPath::Kind::kSymlink;
    std::error_code ignored;
    seen.target = std::filesystem::read_symlink(path, ignored).string();
  } else if (S_ISSOCK(status.st_mode)) {
    seen.kind = HostPath::Kind::kSocket;
  } else {
    seen.kind = HostPath::Kind::kFile;
  }
  return seen;
}

HostPath::Kind KindIn(const std::vector<HostPath>& paths, const std::string& path) {
  const auto found = std::find_if(paths.begin(), paths.end(), [&](const HostPath& one) { return one.path == path; });
  return found == paths.end() ? HostPath::Kind::kMissing : found->kind;
}

const std::vector<std::string>& SystemPaths() {
  static const std::vector<std::string> kPaths = {
      "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
      "/etc/alternatives", "/etc/group", "/etc/hosts", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
      "/etc/localtime", "/etc/nsswitch.conf", "/etc/passwd", "/etc/resolv.conf", "/etc/ssl/certs"};
  return kPaths;
}

HostView LookAtHost(const Policy& policy) {
  // A host's system does not change its layout during a run.
  static const std::vector<HostPath> kSystemAsItIs = LookAtSystem();
  HostView host{kSystemAsItIs, {}, PromisesAtLaunch()};
  for (const auto* paths : {&policy.filesystem.read, &policy.filesystem.write, &policy.filesystem.deny,
                            &policy.network.unix_sockets}) {
    for (const std::string& path : *paths) host.named.push_back(LookAt(path));
  }
  return host;
}

}  // namespace harness
