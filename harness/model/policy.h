// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/clock.h"

namespace harness {

// What a sandbox is told to enforce. A default-constructed Policy denies everything but what a program needs to start
// and the workspace. Paths may hold variables (`${workspace}`) until Expand has replaced them.

// The word in `Filesystem::read` for what programs need to start: the system's programs, libraries and their settings.
inline constexpr char kSystem[] = "system";

struct Filesystem {
  std::vector<std::string> read = {kSystem, "${workspace}"};
  std::vector<std::string> write = {"${workspace}"};  // what may be written may also be read
  std::vector<std::string> deny;                      // paths and globs; wins over both
  bool operator==(const Filesystem&) const = default;
};

struct Network {
  enum class Mode { kNone, kAllow, kOpen };
  Mode mode = Mode::kNone;
  // With kAllow only.
  std::vector<std::string> allow;         // host:port that may be connected to
  std::vector<std::uint16_t> listen;      // TCP ports that may be listened on
  std::vector<std::string> unix_sockets;  // paths that may be connected to
  bool operator==(const Network&) const = default;
};

struct ProcessRules {
  bool isolate = true;          // processes outside can be neither seen nor signalled
  bool signal_outside = false;  // signals to outside processes of the same user are let through
  bool operator==(const ProcessRules&) const = default;
};

struct Environment {
  std::vector<std::string> pass;           // names that pass from the launcher's environment
  std::map<std::string, std::string> set;  // names that are set
  bool operator==(const Environment&) const = default;
};

struct Limits {
  Milliseconds wall{10'000};
  std::optional<Milliseconds> cpu;
  std::optional<std::uint64_t> memory_bytes;
  std::optional<std::uint64_t> disk_bytes;
  std::optional<std::uint32_t> pids;
  std::optional<std::uint32_t> background;  // background launches at the same time; default: 3
  std::optional<std::uint64_t> output_bytes{};  // of standard output and error together
  std::optional<std::uint32_t> files{};         // descriptors that each process may have open
  bool operator==(const Limits&) const = default;
};

struct Policy {
  // False is the operator's explicit opt-out: launches run with nothing enforced.
  bool sandbox = true;
  Filesystem filesystem;
  Network network;
  ProcessRules process;
  Environment environment;
  Limits limits;
  bool operator==(const Policy&) const = default;
};

// What holds when both owners have spoken: everything that either forbids is forbidden. Expects absolute paths without
// variables in both. A project can narrow the operator's policy with it, never widen it.
Policy Meet(const Policy& operator_policy, const Policy& project);

// What may happen under either: for whoever looks at what both left behind and cannot tell them apart.
Policy Either(const Policy& a, const Policy& b);

// Whether `path` is `root` or lies below it, by whole components and without looking at the file system.
bool PathContains(const std::string& root, const std::string& path);

using Variables = std::map<std::string, std::string>;

// `text` with every ${name} replaced. A name that `variables` lacks stays as it is: the loader has refused it already.
std::string Expand(const std::string& text, const Variables& variables);
Policy Expand(Policy policy, const Variables& variables);

// The parts in which `declared` differs from `requested`, by their names in a scenario file ("network", "filesystem.write").
std::vector<std::string> Differences(const Policy& requested, const Policy& declared);

}  // namespace harness
