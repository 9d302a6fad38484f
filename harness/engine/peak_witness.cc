// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>

#include "harness/engine/step_view.h"
#include "harness/model/promise.h"

namespace harness {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;

// One limit as the witness has it. What lies over the limit by no more than `margin` counts as held: a launcher's own share,
// which may stand outside of the limit, and the time until somebody who counts has looked.
struct Reading {
  std::uint64_t seen = 0;
  std::uint64_t asked = 0;
  std::optional<std::uint64_t> limit;
  std::uint64_t margin = 0;
  std::string unit;
};

std::uint64_t Asked(const StepView& view, const char* name) {
  return std::strtoull(view.script.arguments.at(name).c_str(), nullptr, 10);
}

std::uint64_t SizeOnStage(const StepView& view) {
  const auto entry = view.seen.after.entries.find(view.target.changes.front());
  return entry == view.seen.after.entries.end() ? 0 : entry->second.size;
}

std::uint64_t Printed(const StepView& view) {
  return view.launch == nullptr ? 0 : view.launch->result.out.size() + view.launch->result.err.size();
}

Reading ReadingOf(const StepView& view) {
  const Peak peak = view.launch == nullptr ? Peak{} : view.launch->peak;
  const Limits& limits = view.policy.limits;
  const std::string& promise = view.step.verb->promise;
  if (promise == promise::kLimitMemory) {
    return {peak.memory_bytes, Asked(view, "megabytes") * kMebibyte, limits.memory_bytes, 16 * kMebibyte, "bytes of memory"};
  }
  if (promise == promise::kLimitPids) return {peak.processes, Asked(view, "count"), limits.pids, 8, "processes at the same time"};
  if (promise == promise::kLimitFiles) return {peak.files, Asked(view, "count"), limits.files, 0, "descriptors in one process"};
  if (promise == promise::kLimitOutput) {
    return {Printed(view), Asked(view, "megabytes") * kMebibyte, limits.output_bytes, 128 << 10, "bytes of output"};
  }
  if (promise == promise::kLimitDisk) {
    return {SizeOnStage(view), Asked(view, "megabytes") * kMebibyte, limits.disk_bytes, 0, "bytes in the file"};
  }
  Reading cpu{static_cast<std::uint64_t>(peak.cpu.count()), Asked(view, "milliseconds"), {}, 200, "ms of processor time"};
  if (limits.cpu) cpu.limit = static_cast<std::uint64_t>(limits.cpu->count());
  // The kernel's clock ticks.
  cpu.asked -= cpu.asked / 10;
  return cpu;
}

}  // namespace

Witness PeakWitness(const StepView& view) {
  const Reading reading = ReadingOf(view);
  std::string detail = fmt::format("{} {} were seen", reading.seen, reading.unit);
  if (reading.limit) detail += fmt::format(", the limit is {}", *reading.limit);
  const bool must_not = view.step.expect.kind == Expectation::Kind::kDenied;
  const bool over = reading.limit && reading.seen > *reading.limit + reading.margin;
  if (must_not && !over && reading.limit && reading.seen > *reading.limit) detail += fmt::format(" and {} more are not held against it", reading.margin);
  const bool happened = must_not ? over : reading.seen >= reading.asked;
  if (!must_not && !happened) detail += fmt::format(", and {} were meant to be", reading.asked);
  return {"peak", happened ? Outcome::kHappened : Outcome::kNotHappened, detail};
}

}  // namespace harness
