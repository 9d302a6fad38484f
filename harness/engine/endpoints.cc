// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/endpoints.h"

#include <sys/stat.h>
#include <unistd.h>

#include "fixtures/servers/network.h"
#include "fixtures/servers/socket_address.h"
#include "harness/arena/network.h"
#include "harness/base/encoding.h"
#include "harness/base/nonce.h"

namespace harness {
namespace {

using servers::Endpoint;
using servers::Protocol;

constexpr char kLoopback4[] = "127.0.0.1";
constexpr char kLoopback6[] = "::1";

std::vector<Endpoint> OnTheInternet() {
  const InternetHost& good = InternetHosts()[0];
  const InternetHost& evil = InternetHosts()[1];
  return {{"good4", good.name, good.address4, 80, Protocol::kHttp}, {"good6", good.name, good.address6, 80, Protocol::kHttp},
          {"evil4", evil.name, evil.address4, 80, Protocol::kHttp}, {"evil6", evil.name, evil.address6, 80, Protocol::kHttp},
          {"tcp4", evil.name, evil.address4, 7, Protocol::kTcp},    {"tcp6", evil.name, evil.address6, 7, Protocol::kTcp},
          {"knock4", evil.name, evil.address4, 9, Protocol::kTcp},  {"udp4", evil.name, evil.address4, 7, Protocol::kUdp},
          {"udp6", evil.name, evil.address6, 7, Protocol::kUdp},    {"dns4", "", NameServerAddress(), 53, Protocol::kDns}};
}

std::vector<Endpoint> OnTheHostsLoopback() {
  std::vector<Endpoint> endpoints = OnTheInternet();
  for (Endpoint& one : endpoints) {
    one.address = one.address.find(':') == std::string::npos ? kLoopback4 : kLoopback6;
    one.port = 0;
  }
  return endpoints;
}

void AddLocal(ArenaKind kind, std::vector<Endpoint>& endpoints) {
  const bool is_private = kind == ArenaKind::kPrivate;
  const std::uint16_t port = is_private ? 80 : 0;
  // macOS has no second address of its own on loopback.
  const char* const other = is_private ? "127.0.0.2" : kLoopback4;
  endpoints.push_back({"local4", "localhost", kLoopback4, port, Protocol::kHttp, true,
                       {{"any4", "0.0.0.0"}, {"mapped6", "::ffff:127.0.0.1"}}});
  endpoints.push_back({"local6", "localhost", kLoopback6, port, Protocol::kHttp, true});
  endpoints.push_back({"other4", "", other, port, Protocol::kHttp, true});
  // Every worker of the host arena has one in the same namespace.
  if (servers::HasAbstractSockets()) endpoints.push_back({"abstract", "", "@sandproof-" + MakeNonce(), 0, Protocol::kTcp, true});
}

}  // namespace

std::vector<Endpoint> EndpointsFor(ArenaKind kind) {
  std::vector<Endpoint> endpoints = kind == ArenaKind::kPrivate ? OnTheInternet() : OnTheHostsLoopback();
  AddLocal(kind, endpoints);
  return endpoints;
}

Result<servers::Internet> StartBrokers(const std::vector<StageItem>& items, const Variables& stage,
                                       const std::optional<Account>& owner) {
  std::vector<Endpoint> endpoints;
  for (const StageItem& item : items) {
    if (item.kind != StageItem::Kind::kSocket) continue;
    const std::string path = Expand(item.path, stage);
    endpoints.push_back({path, "", path, 0, Protocol::kTcp, true});
  }
  SANDPROOF_ASSIGN(servers::Internet brokers, servers::Internet::Start(endpoints, -1));
  for (const Endpoint& endpoint : endpoints) {
    const char* const path = endpoint.address.c_str();
    // Who may write to a socket may connect to it (unix(7)).
    if (::chmod(path, 0666) != 0 || (owner && ::lchown(path, owner->uid, owner->gid) != 0)) {
      return FailErrno("cannot give away " + Printable(endpoint.address));
    }
  }
  return brokers;
}

Variables ServerVariables(const servers::Internet& internet) {
  Variables variables;
  for (const servers::Server* server : internet.Servers()) variables.merge(servers::Authorities(server->Where()));
  return variables;
}

std::set<std::string> WatchedServers(const servers::Internet& internet) {
  std::set<std::string> watched;
  for (const servers::Server* server : internet.Servers()) {
    const Endpoint& where = server->Where();
    if (where.is_local) continue;
    const bool is_stream = where.protocol == Protocol::kHttp || where.protocol == Protocol::kTcp;
    watched.insert((is_stream ? "TCP " : "UDP ") + servers::HostAndPort(where.address, where.port));
  }
  return watched;
}

std::map<std::string, std::string> ResolveTable(const servers::Internet& internet, ArenaKind kind) {
  std::map<std::string, std::string> table;
  if (kind == ArenaKind::kPrivate) return table;
  for (const servers::Server* server : internet.Servers()) {
    const Endpoint& where = server->Where();
    if (where.protocol != Protocol::kHttp || where.host.empty() || where.address != kLoopback4) continue;
    table[where.host + ":80"] = where.address + ":" + std::to_string(where.port);
  }
  return table;
}

std::string NameServerFor(const servers::Internet& internet, ArenaKind kind) {
  const servers::Server* const server = internet.Find("dns4");
  return kind == ArenaKind::kPrivate || server == nullptr ? std::string() : servers::Authority(server->Where());
}

}  // namespace harness
