// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb OfTheSentinel(Verb verb, std::string about) {
  verb.promise = promise::kIsolated;
  verb.about = std::move(about);
  verb.needs_sentinel = true;
  verb.of_one_launch = verb.witness == WitnessKind::kSecret;
  return verb;
}

}  // namespace

std::vector<Verb> ProcessVerbs() {
  const Verb daemon = {"proc.daemon", "leave a process behind, with a heartbeat into `path`", VerbSide::kProbe, WitnessKind::kCensus,
                       {Path("path", "the heartbeat file, in the workspace"),
                        Optional("how", ArgumentType::kText,
                                 "daemon (setsid, double fork, signals ignored), child, session, nohup, deaf, holder or storm; "
                                 "default: daemon")}};
  Verb orphans = {"proc.orphans", "leave processes behind that have ended and that nobody asked for", VerbSide::kProbe,
                  WitnessKind::kZombies, {Required("orphans", ArgumentType::kNumber, "how many; at most 1000")}};
  orphans.about = "leave orphans";
  const Verb signal = {"proc.signal", "send the sentinel, a process outside, a signal", VerbSide::kProbe, WitnessKind::kSentinel,
                       {Optional("signal", ArgumentType::kText, "a signal name; default: SIGUSR1"),
                        Optional("by", ArgumentType::kText, "kill, tgkill, killpg or pidfd_send_signal; default: kill")}};
  Verb all = {"proc.signal-all", "kill(2) of every process that can be reached, with SIGURG, which is ignored by default",
              VerbSide::kProbe, WitnessKind::kSentinel, {}};
  all.needs_own_processes = true;
  const Verb find = {"proc.find", "look through /proc for the sentinel's command line", VerbSide::kProbe, WitnessKind::kSecret, {}};
  const Verb read = {"proc.read", "read what the sentinel keeps", VerbSide::kProbe, WitnessKind::kSecret,
                     {Required("what", ArgumentType::kText,
                               "cmdline, environ, mem or fd, of /proc/PID, or by pidfd_getfd, process_vm_readv or ptrace")}};
  Verb reach = {"proc.reach", "open(2) and read(2) of `path` below /proc/PID/root or /proc/PID/cwd of the sentinel",
                VerbSide::kProbe, WitnessKind::kSecret,
                {Path("path", "what is read"), Required("through", ArgumentType::kText, "root or cwd")}};
  reach.promise = promise::kIsolated;
  reach.needs_sentinel = true;
  // What a script does on its way is its own business, as long as it stays where it belongs.
  const Verb script = {"run.script", "run a script by a shell, in the workspace", VerbSide::kProbe, WitnessKind::kTree,
                       {Required("script", ArgumentType::kText, "what the shell is given behind -c"),
                        ChangedPath("makes", "a file that must hold the step's nonce in the end"),
                        Optional("within", ArgumentType::kPath, "where else the script may change things; default: the workspace"),
                        Optional("shell", ArgumentType::kText, "the path of the shell; default: /bin/sh")}};
  return {daemon, orphans, script, OfTheSentinel(signal, "send the sentinel a signal"), OfTheSentinel(all, "send the sentinel a signal"),
          OfTheSentinel(find, "look for the sentinel"), OfTheSentinel(read, "read the sentinel's"), reach};
}

}  // namespace harness
