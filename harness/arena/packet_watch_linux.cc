// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sched.h>
#include <sys/socket.h>

#include <cerrno>
#include <thread>

#include "harness/arena/packet_watch.h"

namespace harness {
namespace {

// More than any header with the ports behind it.
constexpr std::size_t kHead = 256;

Result<UniqueFd> Listen(int internet) {
  if (::setns(internet, CLONE_NEWNET) != 0) return FailErrno("cannot enter the internet's namespace");
  UniqueFd socket(::socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, htons(ETH_P_ALL)));
  if (!socket) return FailErrno("cannot watch the internet's packets");
  return socket;
}

}  // namespace

Result<PacketWatch> PacketWatch::Open(int internet, std::set<std::string> servers) {
  Result<UniqueFd> socket;
  std::thread([&socket, internet] { socket = Listen(internet); }).join();
  if (!socket) return tl::unexpected(socket.error());
  return PacketWatch(*std::move(socket), std::move(servers));
}

std::vector<std::string> PacketWatch::Take() {
  std::vector<std::string> strange;
  while (true) {
    std::string packet(kHead, '\0');
    sockaddr_ll from = {};
    socklen_t length = sizeof from;
    const ssize_t got = ::recvfrom(socket_.get(), packet.data(), packet.size(), 0, reinterpret_cast<sockaddr*>(&from), &length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return strange;
    const int protocol = ntohs(from.sll_protocol);
    if (from.sll_pkttype == PACKET_OUTGOING || (protocol != ETH_P_IP && protocol != ETH_P_IPV6)) continue;
    packet.resize(static_cast<std::size_t>(got));
    std::string what = DescribePacket(protocol == ETH_P_IPV6, packet);
    if (!what.empty() && !servers_.contains(what)) strange.push_back(std::move(what));
  }
}

}  // namespace harness
