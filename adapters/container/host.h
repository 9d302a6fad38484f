// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/container/translate.h"

namespace adapters {

// What is so on this host, seen by the caller.
ContainerHost LookAtHost(Engine engine, const harness::Policy& policy, const harness::Account& account);

// Which limits `engine` can really set for `account`: the rest of ContainerHost is left empty.
ContainerHost LookAtLimits(Engine engine, const harness::Account& account);

// Whether both versions of cgroups have controllers here (cgroups(7)).
bool MixesCgroupVersions();

}  // namespace adapters
