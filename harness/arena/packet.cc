// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <cstdint>

#include "harness/arena/packet_watch.h"

namespace harness {
namespace {

// The fixed part of each header (RFC 791, RFC 8200).
struct Layout {
  std::size_t header;
  std::size_t protocol;
  std::size_t destination;
  int family;
  const char* name;
};
constexpr Layout kFour = {20, 9, 16, AF_INET, "IPv4"};
constexpr Layout kSix = {40, 6, 24, AF_INET6, "IPv6"};

constexpr unsigned kSyn = 0x02;
constexpr unsigned kAck = 0x10;
constexpr unsigned kHopByHop = 0;
constexpr std::size_t kTcpFlags = 13;  // their place in the header

unsigned ByteAt(const std::string& bytes, std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0; }

// Errors of either ICMP; of ICMPv6 also everything by which neighbours, routers and groups are found (RFC 4443, 4861, 3810).
bool IsTheKernelsOwn(unsigned protocol, unsigned type) {
  if (protocol == IPPROTO_ICMP) return type == 3 || type == 11 || type == 12;
  if (protocol != IPPROTO_ICMPV6) return protocol == IPPROTO_IGMP;
  return type < 128 || (type >= 130 && type <= 137) || type == 143;
}

}  // namespace

std::string DescribePacket(bool is_ipv6, const std::string& packet) {
  const Layout& layout = is_ipv6 ? kSix : kFour;
  if (packet.size() < layout.header) return std::string(layout.name) + " packet that is cut off";
  unsigned protocol = ByteAt(packet, layout.protocol);
  std::size_t body = is_ipv6 ? layout.header : (ByteAt(packet, 0) & 0xf) * std::size_t{4};
  // Reports about groups stand behind options for every hop.
  if (is_ipv6 && protocol == kHopByHop) {
    protocol = ByteAt(packet, body);
    body += (ByteAt(packet, body + 1) + 1) * std::size_t{8};
  }
  std::array<char, INET6_ADDRSTRLEN> text = {};
  ::inet_ntop(layout.family, packet.data() + layout.destination, text.data(), text.size());
  const std::string host = is_ipv6 ? "[" + std::string(text.data()) + "]" : std::string(text.data());
  const std::string port = ":" + std::to_string(ByteAt(packet, body + 2) << 8 | ByteAt(packet, body + 3));
  if (protocol == IPPROTO_TCP) {
    const unsigned flags = ByteAt(packet, body + kTcpFlags);
    return (flags & (kSyn | kAck)) == kSyn ? "TCP " + host + port : std::string();
  }
  if (protocol == IPPROTO_UDP) return "UDP " + host + port;
  if (IsTheKernelsOwn(protocol, ByteAt(packet, body))) return {};
  return std::string(layout.name) + " protocol " + std::to_string(protocol) + " " + host;
}

}  // namespace harness
