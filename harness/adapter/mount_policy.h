// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/adapter/adapter.h"
#include "harness/adapter/host_view.h"

namespace harness {

// What is the same for every sandbox that shows what is granted by mounts, covers what is denied, and keeps processes and
// the network apart by namespaces. Pure.

// The part of `policy` that such a sandbox cannot enforce; none where it can enforce all of it. `sandbox` is its name.
std::optional<Refused> UnenforceableByMounts(const Policy& policy, const HostView& host, const std::string& sandbox);

// Whether `policy` grants `path` for reading or writing, denials aside.
bool IsGranted(const Policy& policy, const std::string& path);
// Whether it grants what programs need to start.
bool ReadsSystem(const Policy& policy);

// Whether the network outside has to be taken away: also where nothing but Unix sockets is on the list.
bool NeedsOwnNetwork(const Policy& policy);

// Paths to whether they may be written, Unix sockets that may be connected to among them, without the system; ordered, so that a grant below another one comes after it.
std::map<std::string, bool> GrantsOf(const Policy& policy);

}  // namespace harness
