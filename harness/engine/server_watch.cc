// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/server_watch.h"

#include <utility>

namespace harness {
namespace {

constexpr int kPingTimeoutMs = 2'500;  // a silent connection may hold a server up for a second

// Whether a step is meant to reach this server, by any of the names that lead there.
bool IsTarget(const servers::Endpoint& server, const Scenario& scenario, const Script& script) {
  const std::string authority = servers::Authority(server);
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    if (scenario.steps[i].verb->witness != WitnessKind::kLedger) continue;
    for (const auto& [name, value] : script.steps[i].arguments) {
      if (value.find(authority) != std::string::npos || value.find(server.host) != std::string::npos) return true;
    }
  }
  return false;
}

std::vector<std::string> PolicyNames(const servers::Endpoint& where) {
  const std::string port = ":" + std::to_string(where.port);
  const bool is_ipv6 = where.address.find(':') != std::string::npos;
  return {where.host + port, (is_ipv6 ? "[" + where.address + "]" : where.address) + port};
}

}  // namespace

ServerWatch::ServerWatch(const servers::Internet& internet, const Scenario& scenario, const Script& script, LegRole role)
    : internet_(internet), role_(role) {
  for (servers::Server* server : internet_.Servers()) {
    Mark mark{server, IsTarget(server->Where(), scenario, script), 0, 0, {}};
    if (mark.is_target && role_ == LegRole::kVoid) mark.dead = Ping(*server);
    mark.contacts = server->Log().Size();
    mark.accepted = server->Log().Accepted();
    marks_.push_back(std::move(mark));
  }
}

std::vector<ServerObservation> ServerWatch::Finish() {
  std::vector<ServerObservation> seen;
  for (Mark& mark : marks_) {
    const bool prove = mark.is_target && role_ != LegRole::kVoid;
    if (mark.dead.empty() && (prove || !mark.server->IsIdle())) mark.dead = Ping(*mark.server);
    const servers::Endpoint& where = mark.server->Where();
    seen.push_back({where.name, mark.is_target, mark.server->Log().Since(mark.contacts),
                    mark.server->Log().Accepted() - mark.accepted, PolicyNames(where), mark.dead});
  }
  return seen;
}

std::string ServerWatch::Ping(servers::Server& server) const {
  const Result<void> answer = internet_.Ping(server, kPingTimeoutMs);
  return answer ? std::string() : answer.error().message;
}

}  // namespace harness
