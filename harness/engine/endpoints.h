// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fixtures/servers/internet.h"
#include "harness/arena/arena.h"
#include "harness/base/result.h"
#include "harness/model/scenario.h"
#include "harness/process/child.h"

namespace harness {

// Where servers stand, and by what names scenarios and the probe reach them.

// The servers of an arena: in its internet, or on loopback for the host's arena; and those on the machine's own loopback and
// behind an abstract name, beside the launcher.
std::vector<servers::Endpoint> EndpointsFor(ArenaKind kind);

// Starts a server behind each Unix socket that the stage has, reachable by everyone, and gives the sockets to `owner`. To be
// called when the stage was made; `stage` are its variables. The sockets' files go with the stage.
Result<servers::Internet> StartBrokers(const std::vector<StageItem>& items, const Variables& stage,
                                       const std::optional<Account>& owner);

// The variables by which a policy or a step names the servers.
Variables ServerVariables(const servers::Internet& internet);

// The servers of the internet as PacketWatch has them.
std::set<std::string> WatchedServers(const servers::Internet& internet);

// Where names lead, for ProbeCommand: empty in a private arena, whose hosts file says it and whose ports are the usual ones.
std::map<std::string, std::string> ResolveTable(const servers::Internet& internet, ArenaKind kind);

// The name server that lookups have to be sent to; empty in a private arena, whose resolv.conf(5) says it.
std::string NameServerFor(const servers::Internet& internet, ArenaKind kind);

}  // namespace harness
