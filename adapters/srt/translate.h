// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/adapter.h"

namespace adapters {

// sandbox-runtime's settings mean different things in different versions.
enum class SrtGeneration {
  kFirst,    // 0.0.26: reads everything but what is listed, and names hosts without ports
  kCurrent,  // 0.0.83: a root that is denied can be opened again path by path, and hosts may have ports
};

// What a translation needs to know of the host.
struct SrtHost {
  std::vector<std::string> system;   // those of harness::SystemPaths() that exist
  std::vector<std::string> missing;  // every path that the policy grants and that does not exist
  // What srt itself needs inside: the directory of its helper, and that of the sockets through which its proxies are
  // reached. A root that is denied hides both.
  std::vector<std::string> own;
};

// The settings file that enforces `policy`, as JSON; or the part that srt cannot enforce. Pure.
std::variant<std::string, harness::Refused> SrtSettings(const harness::Policy& policy,
                                                        const harness::SessionStage& stage, const SrtHost& host,
                                                        SrtGeneration generation);

// The line for srt's shell that runs `argv` with the environment of the policy. srt hands its own environment on, so
// what the program gets is said here, where it cannot change what srt itself does. Pure.
std::string SrtCommandLine(const harness::Policy& policy, const harness::SessionStage& stage,
                           const std::vector<std::string>& argv, const std::vector<std::string>& launcher_environment);

}  // namespace adapters
