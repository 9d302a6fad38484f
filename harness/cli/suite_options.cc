// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/suite_options.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"
#include "harness/base/nearest.h"

namespace harness::cli {
namespace {

constexpr int kMostJobs = 256;

// Two places on a host: where there is memory if there is any, and where programs may be executed.
std::vector<std::string> HostStageParents() {
  std::vector<std::string> parents;
  const char* const asked = std::getenv("TMPDIR");
  for (const std::string& directory : {std::string("/dev/shm"), std::string(asked == nullptr ? "" : asked),
                                       std::string("/var/tmp"), std::string("/tmp")}) {
    if (directory.starts_with('/') && AllowsExecution(directory) && ::access(directory.c_str(), W_OK | X_OK) == 0) {
      parents.push_back(directory);
    }
  }
  parents.resize(std::max<std::size_t>(parents.size(), 2), parents.empty() ? "/tmp" : parents.back());
  return parents;
}

Result<Account> FindAccount(const std::string& name) {
  if (::geteuid() != 0) return Fail("--run-as needs root; it is already an ordinary user's run without it");
  const passwd* const entry = ::getpwnam(name.c_str());
  if (entry == nullptr) return Fail("--run-as: there is no user '" + Printable(name) + "' on this host");
  return Account{entry->pw_uid, entry->pw_gid};
}

Result<void> ParseShard(const std::string& text, PlanOptions& plan) {
  if (text.empty()) return {};
  int index = 0;
  int total = 0;
  char rest = 0;
  constexpr std::size_t kLongest = 11;  // more digits would overflow
  const bool is_read = text.size() <= kLongest && std::sscanf(text.c_str(), "%d/%d%c", &index, &total, &rest) == 2;
  if (!is_read || index < 1 || total < 1 || index > total) {
    return Fail("--shard wants I/N with I from 1 to N, not '" + Printable(text) + "'");
  }
  plan.shard = index;
  plan.shards = total;
  return {};
}

}  // namespace

Result<SuiteOptions> OptionsFrom(const RunArguments& arguments, const Installation& installation) {
  SuiteOptions options;
  options.tools = installation.tools;
  options.fail_fast = arguments.fail_fast;
  options.jobs = arguments.jobs == 0 ? UsableProcessors() : arguments.jobs;
  if (options.jobs < 1 || options.jobs > kMostJobs) return Fail(fmt::format("--jobs wants 1 to {}", kMostJobs));
  const std::vector<std::string> parents = HostStageParents();
  options.host_stage_parent = parents[0];
  options.host_elsewhere_parent = parents[1];
  options.arena = arguments.arena == "host"      ? ArenaChoice::kHost
                  : arguments.arena == "private" ? ArenaChoice::kPrivate
                                                 : ArenaChoice::kAuto;
  options.plan.filters = arguments.filters;
  for (const std::string& name : arguments.surfaces) {
    const auto surface = FindSurface(name);
    const std::vector<std::string> names = SurfaceNames();
    if (!surface) return Fail("unknown surface '" + Printable(name) + "'" + DidYouMean(name, names));
    options.plan.surfaces.push_back(*surface);
  }
  SANDPROOF_TRY(ParseShard(arguments.shard, options.plan));
  if (!arguments.run_as.empty()) {
    SANDPROOF_ASSIGN(options.account, FindAccount(arguments.run_as));
  }
  return options;
}

}  // namespace harness::cli
