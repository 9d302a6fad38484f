// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/packet_watch.h"

namespace harness {

Result<PacketWatch> PacketWatch::Open(int, std::set<std::string>) { return Fail("there are no private arenas on macOS"); }

std::vector<std::string> PacketWatch::Take() { return {}; }

}  // namespace harness
