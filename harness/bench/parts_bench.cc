// SPDX-License-Identifier: Apache-2.0
//
// What the parts of a case cost.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "adapters/noop/noop_adapter.h"
#include "adapters/void/void_adapter.h"
#include "harness/arena/arena.h"
#include "harness/base/nonce.h"
#include "harness/engine/endpoints.h"
#include "harness/engine/leg.h"
#include "harness/load/catalog.h"
#include "harness/process/child.h"
#include "harness/stage/snapshot.h"
#include "harness/stage/stage.h"

namespace {

namespace fs = std::filesystem;
using namespace harness;  // NOLINT: a program of its own

const Tools kTools = {SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-probe",
                      SANDPROOF_BINARY_DIR "/libexec/sandproof/sandproof-fault"};

// From nothing to a private arena, and back.
void ArenaEntry(benchmark::State& state) {
  for (auto _ : state) {
    auto forked = Child::Fork(Arena::Namespaces(), [] { return Arena::EnterPrivate(kTools, {}) ? 0 : 1; });
    const bool entered = std::holds_alternative<Child>(forked) &&
                         std::get<Child>(forked).Wait(Deadline::In(Milliseconds(10'000))) == Ending(Exited{0});
    if (!entered) state.SkipWithError("no private arena on this host");
  }
}
BENCHMARK(ArenaEntry)->Unit(benchmark::kMicrosecond)->UseRealTime();

std::string InMemory() { return "/dev/shm/sandproof-bench-" + MakeNonce(); }

void StageMakeAndDelete(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Stage::Make(InMemory(), InMemory(), {}, "/bin/echo", std::nullopt));
}
BENCHMARK(StageMakeAndDelete)->Unit(benchmark::kMicrosecond)->UseRealTime();

void StageSnapshotAndDiff(benchmark::State& state) {
  const std::string root = InMemory();
  const auto stage = Stage::Make(root, InMemory(), {}, "/bin/echo", std::nullopt);
  const auto before = TakeSnapshot({root}, nullptr);
  for (auto _ : state) {
    const auto after = TakeSnapshot({root}, &*before);
    benchmark::DoNotOptimize(Diff(*before, *after));
  }
}
BENCHMARK(StageSnapshotAndDiff)->Unit(benchmark::kMicrosecond)->UseRealTime();

// All three legs of a case under noop, launches included, in an arena.
void CaseWithoutSandbox(benchmark::State& state) {
  const Catalog catalog = LoadPaths({SANDPROOF_SOURCE_DIR "/scenarios/filesystem/deny-write-outside.yaml"},
                                    SANDPROOF_SOURCE_DIR "/scenarios");
  auto arena = Arena::UseHost(kTools, InMemory(), InMemory());
  auto internet = servers::Internet::Start(EndpointsFor(ArenaKind::kHost), -1);
  const auto noop = adapters::MakeNoop();
  const auto void_adapter = adapters::MakeVoid();
  Workbench bench{*arena, *internet, noop->Describe()};
  for (auto _ : state) {
    benchmark::DoNotOptimize(RunCase(catalog.scenarios.front(), Surface::kExec, *noop, *noop, *void_adapter, bench));
  }
}
BENCHMARK(CaseWithoutSandbox)->Unit(benchmark::kMicrosecond)->UseRealTime();

void LoadThousandScenarios(benchmark::State& state) {
  const fs::path root = InMemory();
  fs::create_directories(root / "many");
  std::ifstream original(SANDPROOF_SOURCE_DIR "/scenarios/filesystem/deny-write-outside.yaml");
  std::string text((std::istreambuf_iterator<char>(original)), {});
  if (const std::size_t at = text.find("pack: core\n"); at != std::string::npos) text.erase(at, 11);
  for (int i = 0; i < 1000; ++i) std::ofstream(root / "many" / ("s" + std::to_string(i) + ".yaml")) << text;
  for (auto _ : state) {
    const Catalog catalog = LoadCatalog(root.string());
    if (catalog.scenarios.size() != 1000) state.SkipWithError("not all were loaded");
  }
  fs::remove_all(root);
}
BENCHMARK(LoadThousandScenarios)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
