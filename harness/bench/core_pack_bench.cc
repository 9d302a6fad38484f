// SPDX-License-Identifier: Apache-2.0
//
// The whole core pack on bubblewrap against a bare loop of the very same launches, in one run, so that the speed of the
// machine cancels out: `ratio` is what the harness costs, everything included, over what the launches cost alone.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>

#include "adapters/bubblewrap/bubblewrap_adapter.h"
#include "adapters/noop/noop_adapter.h"
#include "adapters/void/void_adapter.h"
#include "harness/arena/arena.h"
#include "harness/engine/run_suite.h"
#include "harness/load/catalog.h"
#include "harness/process/child.h"
#include "harness/stage/stage.h"
#include "reports/writer.h"

namespace {

using namespace harness;  // NOLINT: a program of its own

constexpr int kJobs = 2;
const Tools kTools = {SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-probe",
                      SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-fault"};

using Launches = std::vector<std::vector<std::string>>;

struct PackRun {
  double ms = 0;
  Launches launches;  // of the adapter under test
};

// What `sandproof run` does, from loading to the report's text.
PackRun RunPack(Adapter& bubblewrap) {
  const Stopwatch watch;
  const Catalog catalog = LoadCatalog(SANDPROOF_SOURCE_DIR "/scenarios");
  const Selection selection = Select(catalog, {"core"});
  const auto noop = adapters::MakeNoop();
  const auto void_adapter = adapters::MakeVoid();
  SuiteOptions options;
  options.jobs = kJobs;
  options.tools = kTools;
  const RunReport report =
      RunSuite(selection.scenarios, {bubblewrap, *noop, *void_adapter}, options, [](const auto&) {}).value();
  benchmark::DoNotOptimize(reports::WriteConsole(report, {}));
  PackRun run{watch.ElapsedMs(), {}};
  for (const CaseReport& one : report.cases) {
    for (const LaunchEvidence& launch : one.evidence.subject.launches) {
      if (!launch.argv.empty()) run.launches.push_back(launch.argv);
    }
  }
  return run;
}

void SpawnAndWait(const std::vector<std::string>& words, const posix_spawn_file_actions_t& actions) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::array<char*, 1> env = {nullptr};
  pid_t pid = -1;
  if (::posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), env.data()) == 0) ::waitpid(pid, nullptr, 0);
}

// One half of the bare loop: an arena and a stage that are ready before the clock starts, then nothing but launches.
int Loop(const Launches& launches, std::size_t first, int ready, int go) {
  const auto arena = Arena::EnterPrivate(kTools, {});
  if (!arena) return 1;
  const auto stage = Stage::Make(arena->StageRoot(), arena->elsewhere(), {}, {}, arena->tools().probe, std::nullopt);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int fd : {0, 1, 2}) ::posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  char byte = 0;
  if (::write(ready, "r", 1) != 1 || ::read(go, &byte, 1) != 1) return 1;
  for (std::size_t i = first; i < launches.size(); i += kJobs) SpawnAndWait(launches[i], actions);
  ::posix_spawn_file_actions_destroy(&actions);
  return 0;
}

double RunBareLoop(const Launches& launches) {
  std::array<int, 2> ready;
  std::array<int, 2> go;
  if (::pipe2(ready.data(), O_CLOEXEC) != 0 || ::pipe2(go.data(), O_CLOEXEC) != 0) return 0;
  std::vector<Child> halves;
  for (std::size_t i = 0; i < kJobs; ++i) {
    auto forked = Child::Fork(Arena::Namespaces(), [&] { return Loop(launches, i, ready[1], go[0]); });
    if (std::holds_alternative<Child>(forked)) halves.push_back(std::get<Child>(std::move(forked)));
  }
  std::array<char, kJobs> bytes = {};
  for (std::size_t i = 0; i < halves.size(); ++i) {
    if (::read(ready[0], bytes.data(), 1) != 1) return 0;
  }
  const Stopwatch watch;
  if (::write(go[1], bytes.data(), halves.size()) < 0) return 0;
  for (Child& half : halves) half.Wait(Deadline::In(Milliseconds(60'000)));
  const double ms = watch.ElapsedMs();
  for (const int fd : {ready[0], ready[1], go[0], go[1]}) ::close(fd);
  return ms;
}

void CorePackOnBubblewrap(benchmark::State& state) {
  const auto bubblewrap = std::move(adapters::MakeBubblewrap({})).value();
  if (!bubblewrap->Describe().unavailable.empty()) return state.SkipWithError("bubblewrap is not installed");
  double pack = 0;
  double bare = 0;
  std::size_t launches = 0;
  for (auto _ : state) {
    const PackRun run = RunPack(*bubblewrap);
    launches = run.launches.size();
    pack += run.ms;
    bare += RunBareLoop(run.launches);
    state.SetIterationTime(run.ms / 1000);
  }
  const auto iterations = static_cast<double>(state.iterations());
  state.counters["launches"] = static_cast<double>(launches);
  state.counters["bare_ms"] = bare / iterations;
  state.counters["ratio"] = pack / bare;
}
BENCHMARK(CorePackOnBubblewrap)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(10);

}  // namespace
