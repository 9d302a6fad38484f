// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/server_watch.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace harness {
namespace {

constexpr int kPingTimeoutMs = 2'500;  // a silent connection may hold a server up for a second

bool Names(const std::string& text, const std::string& name) { return !name.empty() && text.find(name) != std::string::npos; }

// Whether a step is meant to reach this server, by any of the names that lead there.
bool IsTargetOf(const servers::Endpoint& server, const Verb& verb, const std::string& value) {
  // A lookup goes to the name server whatever name it is for, and never to who has the name.
  if (verb.name == "dns.lookup") return server.protocol == servers::Protocol::kDns;
  if (verb.name == "unix.connect" && value.starts_with('/')) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(value, ignored) == server.address;
  }
  if (Names(value, server.host)) return true;
  const auto authorities = servers::Authorities(server);
  return std::any_of(authorities.begin(), authorities.end(), [&value](const auto& one) { return Names(value, one.second); });
}

bool IsTarget(const servers::Endpoint& server, const Scenario& scenario, const Script& script) {
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    const Verb& verb = *scenario.steps[i].verb;
    if (verb.witness != WitnessKind::kLedger) continue;
    for (const auto& [name, value] : script.steps[i].arguments) {
      if (IsTargetOf(server, verb, value)) return true;
    }
  }
  return false;
}

std::vector<std::string> PolicyNames(const servers::Endpoint& where) {
  if (where.address.starts_with('/')) return {where.address};
  const std::string port = ":" + std::to_string(where.port);
  const bool is_ipv6 = where.address.find(':') != std::string::npos;
  return {where.host + port, (is_ipv6 ? "[" + where.address + "]" : where.address) + port};
}

}  // namespace

ServerWatch::ServerWatch(const std::vector<const servers::Internet*>& places, const Scenario& scenario, const Script& script,
                         LegRole role)
    : role_(role) {
  for (const servers::Internet* place : places) {
    for (servers::Server* server : place->Servers()) {
      Mark mark{place, server, IsTarget(server->Where(), scenario, script), 0, 0, {}};
      if (mark.is_target && role_ == LegRole::kVoid) mark.dead = Ping(mark);
      mark.contacts = server->Log().Size();
      mark.accepted = server->Log().Accepted();
      marks_.push_back(std::move(mark));
    }
  }
}

std::vector<ServerObservation> ServerWatch::Finish() {
  std::vector<ServerObservation> seen;
  for (Mark& mark : marks_) {
    const bool prove = mark.is_target && role_ != LegRole::kVoid;
    if (mark.dead.empty() && (prove || !mark.server->IsIdle())) mark.dead = Ping(mark);
    const servers::Endpoint& where = mark.server->Where();
    seen.push_back({where.name, mark.is_target, mark.server->Log().Since(mark.contacts),
                    mark.server->Log().Accepted() - mark.accepted, PolicyNames(where), mark.dead});
  }
  return seen;
}

std::string ServerWatch::Ping(const Mark& mark) {
  const Result<void> answer = mark.place->Ping(*mark.server, kPingTimeoutMs);
  return answer ? std::string() : answer.error().message;
}

}  // namespace harness
