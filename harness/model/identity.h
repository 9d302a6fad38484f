// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/surface.h"

namespace harness {

// A file that runs when the sandbox is used.
struct Component {
  std::string name;    // "bwrap"
  std::string path;
  std::string sha256;
};

// What an adapter says of the sandbox that it drives.
struct Identity {
  std::string name;     // the adapter's: "bubblewrap"
  std::string version;  // the sandbox's own: "0.8.0"
  std::vector<Component> components;
  std::vector<std::string> capabilities;  // promises, never mechanisms: "network.none"
  std::vector<Surface> surfaces;
  // Not empty: it cannot run on this host, for this reason, and what would mend it.
  std::string unavailable;
  std::string remedy;
};

}  // namespace harness
