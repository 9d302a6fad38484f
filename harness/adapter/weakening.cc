// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/weakening.h"

#include <algorithm>

#include "harness/model/promise.h"

namespace harness {

const std::vector<Weakening>& AllWeakenings() {
  static const std::vector<Weakening> kWeakenings = {
      {"share-network", "every network can be reached", promise::kNoNetwork, "network/deny-http-ipv4"},
      {"write-everywhere", "everything is granted for writing", promise::kWriteConfined, "filesystem/deny-write-outside"},
      {"read-everywhere", "everything is granted for reading", promise::kReadConfined, "filesystem/deny-read-outside"},
      {"ignore-denials", "paths that are denied are not", promise::kDeny, "filesystem/deny-listed-file"},
      {"pass-environment", "every variable of the launcher comes in", promise::kEnvironment,
       "environment/withhold-unlisted-variable"},
      {"share-processes", "the processes outside are seen and can be signalled", promise::kIsolated,
       "process/deny-signal-outside"},
      {"lift-memory-limit", "memory is not limited", promise::kLimitMemory, "limits/hold-memory"},
      {"lift-pids-limit", "the number of processes is not limited", promise::kLimitPids, "limits/hold-processes"},
      {"lift-cpu-limit", "processor time is not limited", promise::kLimitCpu, "limits/hold-cpu"},
      {"lift-output-limit", "what is printed is not limited", promise::kLimitOutput, "limits/hold-output"},
      {"lift-files-limit", "open files are not limited", promise::kLimitFiles, "limits/hold-open-files"},
      {"believe-the-project", "what the project asks for is granted, whatever the operator says", promise::kWriteConfined,
       "policy/project-cannot-widen-filesystem"},
      {"free-terminals", "what runs on a terminal runs without the sandbox", promise::kWriteConfined,
       "filesystem/deny-write-outside", Surface::kTerminal},
      {"free-background", "what runs in the background runs without the sandbox", promise::kWriteConfined,
       "filesystem/deny-write-outside", Surface::kBackground},
      {"free-children", "what a session hands on to another runs without the sandbox", promise::kWriteConfined,
       "filesystem/deny-write-outside", Surface::kChild},
      {"free-calls", "single calls are carried out outside of the sandbox", promise::kWriteConfined,
       "filesystem/deny-dotdot-path", Surface::kTool},
      {"survive-closing", "what runs in a session outlives it, and a closed one starts more", "",
       "lifecycle/refuse-launch-after-close"},
      {"forget-background-limit", "any number of launches goes on in the background", "",
       "surfaces/limit-background-launches", Surface::kBackground},
      {"share-terminal", "what runs on a terminal is not kept from typing into it", promise::kTerminal,
       "terminal/deny-input-injection", Surface::kTerminal},
      {"fail-open", "where no session can be opened, the program runs without one", "", "faults/refuse-missing-runtime"},
      {"run-unconfined", "the program runs without the sandbox", "", "filesystem/deny-write-outside"},
  };
  return kWeakenings;
}

std::vector<Weakening> WeakeningsOf(const Identity& adapter) {
  const auto& promises = adapter.capabilities;
  std::vector<Weakening> weakenings;
  for (const Weakening& one : AllWeakenings()) {
    const bool is_offered = std::find(adapter.surfaces.begin(), adapter.surfaces.end(), one.caught_on) != adapter.surfaces.end();
    if (is_offered && (one.breaks.empty() || std::find(promises.begin(), promises.end(), one.breaks) != promises.end())) {
      weakenings.push_back(one);
    }
  }
  return weakenings;
}

}  // namespace harness
