// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/unique_fd.h"

namespace harness {

// A host of the arena's internet.
struct InternetHost {
  std::string name;     // "evil.test"
  std::string address4;
  std::string address6;
};

// The hosts that scenarios reach for. The IPv4 network is the one that RFC 2544 sets aside for tests of devices, the IPv6
// network the documentation prefix of RFC 3849; neither is ever routed.
const std::vector<InternetHost>& InternetHosts();

// Where the internet's name server stands, which knows these hosts.
const std::string& NameServerAddress();

// Joins the caller's network namespace, which must be new and empty, by a veth pair with a second new one, the internet,
// in which every host's addresses are up, and the name server's. Returns a descriptor of the internet's namespace. Needs CAP_NET_ADMIN and
// CAP_SYS_ADMIN over the caller's namespace. Speaks rtnetlink(7).
Result<UniqueFd> BuildInternet();

}  // namespace harness
