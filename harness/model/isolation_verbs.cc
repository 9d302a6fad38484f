// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {

std::vector<Verb> IsolationVerbs() {
  const Argument kind = Required("kind", ArgumentType::kText, "shared-memory, message-queue or posix-queue; to make: semaphore too");
  Verb read = {"ipc.read", "read what a System V object or a POSIX message queue holds", VerbSide::kProbe, WitnessKind::kSecret, {kind}};
  read.promise = promise::kIpc;
  read.about = "read the IPC object";
  read.of_one_launch = true;
  Verb make = {"ipc.make", "make a System V object or a POSIX message queue, and leave it", VerbSide::kProbe, WitnessKind::kIpc, {kind}};
  make.promise = promise::kIpc;
  make.about = "make the IPC object";
  make.needs_private_arena = true;
  Verb table = {"sys.table", "ask for each of some fifty system calls in such a way that nothing comes of it, and say who answers",
                VerbSide::kProbe, WitnessKind::kRun, {}};
  table.about = "ask for the system calls";
  return {
      read,
      make,
      table,
      {"mount.read", "take every mount off `path`, in namespaces of its own where they can be had, then read(2)", VerbSide::kProbe,
       WitnessKind::kSecret, {Path("path", "what is read")}},
      {"mount.overwrite", "make every mount at and above `path` writable, in namespaces of its own where they can be had, then "
       "open(2) for writing and pwrite(2) at offset 0", VerbSide::kProbe, WitnessKind::kTree,
       {ChangedPath("path", "what is changed"), Optional("content", ArgumentType::kText, "what is written; default: the step's nonce")}},
  };
}

}  // namespace harness
