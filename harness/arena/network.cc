// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/network.h"

namespace harness {

const std::vector<InternetHost>& InternetHosts() {
  static const std::vector<InternetHost> kHosts = {{"good.test", "198.18.0.10", "2001:db8:5a::10"},
                                                   {"evil.test", "198.18.0.20", "2001:db8:5a::20"}};
  return kHosts;
}

const std::string& NameServerAddress() {
  static const std::string kAddress = "198.18.0.53";
  return kAddress;
}

}  // namespace harness
