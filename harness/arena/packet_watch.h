// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// Sees what arrives at the internet's end of the arena's link and is for none of its servers, whose own ledgers tell of the
// rest: the first packet of a TCP connection, a datagram of UDP, any packet of another protocol. What the kernel says by itself
// to find neighbours, routers and groups (ARP, RFC 4861, RFC 3810) and to report errors is passed over, and so is what belongs to
// a TCP connection that is there already. Listens as packet(7) describes it.
class PacketWatch {
 public:
  // `servers` are those with a ledger, as "UDP 198.18.0.20:7" or "TCP [2001:db8:5a::20]:80". `internet` is a descriptor of the
  // internet's namespace, borrowed for the call, over which the caller needs CAP_NET_RAW.
  static Result<PacketWatch> Open(int internet, std::set<std::string> servers);

  // What has arrived since the last call, in the form of `servers` or as "IPv4 protocol 1 198.18.0.20"; at most as much as
  // the kernel keeps for a socket.
  std::vector<std::string> Take();

 private:
  PacketWatch(UniqueFd socket, std::set<std::string> servers) : socket_(std::move(socket)), servers_(std::move(servers)) {}

  UniqueFd socket_;
  std::set<std::string> servers_;
};

// What a packet, from its IP header on, asks of whom; empty where it asks nothing of anybody, as described above.
std::string DescribePacket(bool is_ipv6, const std::string& packet);

}  // namespace harness
