// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fixtures/servers/internet.h"
#include "harness/engine/leg_role.h"
#include "harness/engine/observations.h"
#include "harness/engine/script.h"
#include "harness/model/scenario.h"

namespace harness {

// The servers, watched for the length of one leg. Those that a step is meant to reach are pinged before the case and after
// each leg in which something ran, which proves that they are alive; of the others only uninvited connections are looked
// for.
class ServerWatch {
 public:
  // The servers are borrowed.
  ServerWatch(const std::vector<const servers::Internet*>& places, const Scenario& scenario, const Script& script, LegRole role);

  std::vector<ServerObservation> Finish();

 private:
  struct Mark {
    const servers::Internet* place;
    servers::Server* server;
    bool is_target;
    std::size_t contacts;
    std::size_t accepted;
    std::string dead;
  };

  // On success everything that the server accepted earlier is in its ledger.
  static std::string Ping(const Mark& mark);

  LegRole role_;
  std::vector<Mark> marks_;
};

}  // namespace harness
