// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/survivors.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <string>

#include "harness/arena/census.h"
#include "harness/base/clock.h"
#include "harness/base/encoding.h"

namespace harness {
namespace {

constexpr Milliseconds kTeardownPatience{2'000};
constexpr Milliseconds kHeartbeatPatience{25};  // two beats and a half
// Where something is there to beat, on a machine that may have little time for it.
constexpr Milliseconds kLongHeartbeatPatience{3'000};

off_t SizeOf(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

// A heartbeat that goes on shows within a few beats; one that never began cannot.
void WatchHeartbeats(const Scenario& scenario, const std::vector<StepTarget>& targets, Observations& seen) {
  std::map<std::string, off_t> before;
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    if (scenario.steps[i].verb->witness != WitnessKind::kCensus) continue;
    const std::string& file = targets[i].changes.front();
    if (const off_t size = SizeOf(file); size > 0) before[file] = size;
  }
  const Deadline deadline = Deadline::In(seen.survivors.empty() ? kHeartbeatPatience : kLongHeartbeatPatience);
  while (seen.heartbeats.size() < before.size() && !deadline.Passed()) {
    ::usleep(1'000);
    for (const auto& [file, size] : before) {
      if (const off_t after = SizeOf(file); after > size) {
        seen.heartbeats[file] = Printable(file) + " grew from " + std::to_string(size) + " to " + std::to_string(after) + " bytes";
      }
    }
  }
}

}  // namespace

void LookForSurvivors(const Scenario& scenario, const std::vector<StepTarget>& targets, const Arena& arena,
                      const std::vector<pid_t>& known, LegRole role, Observations& seen) {
  const Stopwatch watch;
  const Deadline deadline = Deadline::In(role == LegRole::kSubject ? kTeardownPatience : Milliseconds(0));
  seen.survivors = arena.Strangers(known);
  while (!seen.survivors.empty() && !deadline.Passed()) {
    ::usleep(100);
    seen.survivors = arena.Strangers(known);
  }
  seen.teardown_ms = watch.ElapsedMs();
  WatchHeartbeats(scenario, targets, seen);
}

std::size_t CountZombies(LegRole role) {
  const Deadline deadline = Deadline::In(role == LegRole::kSubject ? kTeardownPatience : Milliseconds(0));
  while (true) {
    // The host has others of its own.
    const std::vector<ProcessInfo> census = DescendantsOf(::getpid(), TakeCensus());
    const auto zombies = static_cast<std::size_t>(
        std::count_if(census.begin(), census.end(), [](const ProcessInfo& process) { return process.is_over; }));
    if (zombies == 0 || deadline.Passed()) return zombies;
    ::usleep(200);
  }
}

}  // namespace harness
