// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/scenario.h"

namespace harness {

// What a sandbox can promise, whichever way it keeps it. A case about something that an adapter does not promise is not
// run, and what no step is about is not asked of it.
namespace promise {
inline constexpr char kReadConfined[] = "filesystem.read-confined";    // only what is granted can be read
inline constexpr char kWriteConfined[] = "filesystem.write-confined";  // only what is granted can be changed
inline constexpr char kDeny[] = "filesystem.deny";                     // paths can be taken out of a grant
inline constexpr char kNoNetwork[] = "network.none";
inline constexpr char kAllowedHosts[] = "network.allow-host";          // only the listed hosts can be reached
inline constexpr char kAllowedSockets[] = "network.allow-unix";        // of Unix sockets only the listed ones
inline constexpr char kIsolated[] = "process.isolated";                // no process outside is seen or signalled
inline constexpr char kMortalDescendants[] = "descendants.die-with-session";
inline constexpr char kEnvironment[] = "environment.withheld";         // only the listed variables come in
inline constexpr char kDescriptors[] = "descriptors.closed";           // nothing that the launcher has open comes in
inline constexpr char kTerminal[] = "terminal.no-injection";             // nothing is typed into the caller's terminal
inline constexpr char kIpc[] = "ipc.isolated";                         // no System V or POSIX object is shared or left
inline constexpr char kHostPrograms[] = "system.programs";              // what the host has installed can be run
inline constexpr char kLimitMemory[] = "limits.memory";
inline constexpr char kLimitPids[] = "limits.pids";
inline constexpr char kLimitCpu[] = "limits.cpu";
inline constexpr char kLimitDisk[] = "limits.disk";
inline constexpr char kLimitOutput[] = "limits.output";
inline constexpr char kLimitFiles[] = "limits.files";
}  // namespace promise

const std::vector<std::string>& AllPromises();

// The promises without which these limits are words; `wall` is everybody's.
std::vector<std::string> PromisesOf(const Limits& limits);

// The promises that a scenario is about: those that it lists in `needs`, and those without which its steps make no sense.
std::vector<std::string> PromisesTested(const Scenario& scenario);

// Takes those parts of the scenario's policies back that only an adapter with more promises could keep: what remains asks
// for what is promised. `Scenario::conceded` names them. Expects that every promise tested is among `promises`.
Scenario Concede(Scenario scenario, const std::vector<std::string>& promises);

}  // namespace harness
