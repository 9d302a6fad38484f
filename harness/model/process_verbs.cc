// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {

std::vector<Verb> ProcessVerbs() {
  const Verb daemon = {"proc.daemon", "leave a process behind, with a heartbeat into `path`", VerbSide::kProbe, WitnessKind::kCensus,
                       {Path("path", "the heartbeat file, in the workspace"),
                        Optional("how", ArgumentType::kText,
                                 "daemon (setsid, double fork, signals ignored), child, session, nohup, deaf, holder or storm; "
                                 "default: daemon")}};
  Verb orphans = {"proc.orphans", "leave processes behind that have ended and that nobody asked for", VerbSide::kProbe,
                  WitnessKind::kZombies, {Required("count", ArgumentType::kNumber, "how many; at most 1000")}};
  orphans.about = "leave orphans";
  Verb signal = {"proc.signal", "kill(2) of the sentinel, a process outside", VerbSide::kProbe, WitnessKind::kSentinel,
                 {Optional("signal", ArgumentType::kText, "a signal name; default: SIGUSR1")}};
  signal.promise = promise::kIsolated;
  signal.about = "send the sentinel a signal";
  Verb find = {"proc.find", "look through /proc for the sentinel's command line", VerbSide::kProbe, WitnessKind::kSecret, {}};
  find.promise = promise::kIsolated;
  find.about = "look for the sentinel";
  find.of_one_launch = true;
  return {daemon, orphans, signal, find};
}

}  // namespace harness
