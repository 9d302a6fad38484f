// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {
namespace {

// A launch of its own for each, so that what is seen of a launch belongs to one step.
Verb Taking(std::string name, std::string meaning, const char* promise, std::vector<Argument> arguments) {
  Verb verb = {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kPeak, std::move(arguments)};
  verb.own_launch = true;
  verb.promise = promise;
  return verb;
}

}  // namespace

std::vector<Verb> LimitVerbs() {
  const auto number = [](const char* name, const char* meaning) { return Required(name, ArgumentType::kNumber, meaning); };
  const Argument processes = Optional("processes", ArgumentType::kNumber, "over how many processes, 1 to 16; default: 1");
  return {
      Taking("limit.memory", "take memory, write to each page and hold it", promise::kLimitMemory,
             {number("megabytes", "1 to 256, in all"), processes}),
      Taking("limit.pids", "have that many children at the same time", promise::kLimitPids, {number("count", "1 to 300")}),
      Taking("limit.cpu", "spend processor time", promise::kLimitCpu, {number("milliseconds", "1 to 5000, in all"), processes}),
      Taking("limit.files", "have that many descriptors open in one process", promise::kLimitFiles, {number("count", "1 to 300")}),
      Taking("limit.output", "print to standard output", promise::kLimitOutput, {number("megabytes", "1 to 256")}),
      Taking("limit.disk", "write a file of that size", promise::kLimitDisk,
             {ChangedPath("path", "the file"), number("megabytes", "1 to 256")}),
  };
}

}  // namespace harness
