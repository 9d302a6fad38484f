// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/worker.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>

#include "fixtures/servers/internet.h"
#include "harness/engine/endpoints.h"
#include "harness/engine/leg.h"
#include "harness/engine/wire.h"
#include "harness/process/family.h"

namespace harness {
namespace {

// Everything that a worker owns, in the order in which it has to come into being.
struct Premises {
  Arena arena;
  servers::Internet internet;
  std::optional<PacketWatch> packets{};  // in a private arena
};

Result<Premises> MakePremises(const WorkerPlace& place, const SuiteAdapters& adapters, const SuiteOptions& options) {
  auto arena = place.kind == ArenaKind::kPrivate ? Arena::EnterPrivate(options.tools, adapters.subject.Files(), place.needs)
                                                 : Arena::UseHost(options.tools, place.base, place.elsewhere);
  if (!arena) return tl::unexpected<Error>(arena.error());
  if (place.kind == ArenaKind::kPrivate) SANDPROOF_TRY(arena->MakeDirectories(place.needs, options.account));
  auto internet = servers::Internet::Start(EndpointsFor(place.kind), arena->internet_namespace());
  if (!internet) return tl::unexpected<Error>(internet.error());
  Premises premises{*std::move(arena), *std::move(internet)};
  if (place.kind == ArenaKind::kPrivate) {
    SANDPROOF_ASSIGN(PacketWatch packets, PacketWatch::Open(premises.arena.internet_namespace(), WatchedServers(premises.internet)));
    premises.packets.emplace(std::move(packets));
  }
  return premises;
}

std::optional<std::uint32_t> NextIndex(int socket) {
  std::uint32_t index = 0;
  ssize_t got = 0;
  do {
    got = ::recv(socket, &index, sizeof index, MSG_WAITALL);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof index) return std::nullopt;
  return index;
}

}  // namespace

int RunWorker(int socket, const WorkerPlace& place, const std::vector<Scenario>& scenarios,
              const std::vector<PlannedCase>& cases, const SuiteAdapters& adapters, const SuiteOptions& options) {
  // A Ctrl-C is the coordinator's to handle; a worker ends with its socket.
  ::signal(SIGINT, SIG_IGN);
  // A limit on file sizes shows as an error then, and not as a death without a word.
  ::signal(SIGXFSZ, SIG_IGN);
  // Where the kernel does not tidy up, the worker has to when the coordinator is gone.
  if (!place.EndsWithWorker()) OutliveParent();
  Result<Premises> premises = MakePremises(place, adapters, options);
  WorkerReady ready;
  if (premises) {
    ready.version = adapters.subject.Version();
  } else {
    ready.error = premises.error().message;
  }
  if (!SendMessage(socket, Encode(ready)) || !premises) return kNotVerified;
  Workbench bench{premises->arena, premises->internet, adapters.subject.Describe(), options.account, socket,
                  premises->packets ? &*premises->packets : nullptr};
  while (const auto index = NextIndex(socket)) {
    const PlannedCase& one = cases.at(*index);
    const CaseEvidence evidence = RunCase(scenarios.at(one.scenario), one.surface, adapters.subject, adapters.noop,
                                          adapters.void_adapter, bench);
    if (!SendMessage(socket, Encode(evidence))) break;
  }
  return kConforms;
}

}  // namespace harness
