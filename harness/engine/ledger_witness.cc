// SPDX-License-Identifier: Apache-2.0
#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"

namespace harness {
namespace {

bool IsKnock(const Step& step) { return step.verb->name == "net.knock"; }

// A knock leaves no nonce, so it goes to a server that nothing else is sent to.
Witness KnockWitness(const StepView& view) {
  for (const ServerObservation& server : view.seen.servers) {
    if (server.name == "knock4" && server.accepted > 0) {
      return {"server ledger", Outcome::kHappened, server.name + " accepted " + std::to_string(server.accepted) + " connection(s)"};
    }
  }
  return {"server ledger", Outcome::kNotHappened, "knock4 accepted no connection"};
}

}  // namespace

Witness LedgerWitness(const StepView& view) {
  if (IsKnock(view.step)) return KnockWitness(view);
  for (const ServerObservation& server : view.seen.servers) {
    for (const servers::Contact& contact : server.contacts) {
      if (contact.nonce != view.script.nonce) continue;
      return {"server ledger", Outcome::kHappened,
              contact.server + " has " + Printable(contact.method + " " + contact.target) + " from " + contact.peer +
                  " with the step's nonce"};
    }
  }
  return {"server ledger", Outcome::kNotHappened, "no server has seen the step's nonce"};
}

}  // namespace harness
