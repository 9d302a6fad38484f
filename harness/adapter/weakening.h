// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/identity.h"

namespace harness {

// A named way to break a sandbox on purpose. A test that stays green under it tests nothing.
struct Weakening {
  std::string name;       // "share-network"
  std::string meaning;    // one sentence
  std::string breaks;     // the promise that is broken; empty: every one
  std::string caught_by;  // the id of a scenario that has to turn red
  Surface caught_on = Surface::kExec;  // through this surface
};

// Every way there is, whatever is weakened.
const std::vector<Weakening>& AllWeakenings();

// Those that break a promise of `adapter`.
std::vector<Weakening> WeakeningsOf(const Identity& adapter);

}  // namespace harness
