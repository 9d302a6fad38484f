// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/surface.h"

namespace harness {

// Which outside witness decides whether a step happened.
enum class WitnessKind {
  kTree,      // a digest of the stage's directories, before and after
  kSecret,    // a scan of everything that left the sandbox for a secret that only the target holds
  kLedger,    // the log of a real server, searched for the step's nonce
  kCensus,    // the processes that are still there after the session was closed
  kZombies,   // the processes that have ended and are still there while the launch runs
  kSentinel,  // a process outside that counts the signals it gets
  kEnding,    // how the launched program ended
  kStdout,    // the bytes that came out, against the bytes that went in
  kIpc,       // the System V and POSIX objects that are there after the session was closed
  kPeak,      // how much of something the processes of a launch had at the same time
  kTerminal,  // what lies typed and unread in the terminal when the launch has ended
  kValue,     // what the program sees, against what it sees where nothing is enforced
  kRun,       // whether anything ran at all: the launch's token, and traces of its steps
  kSession,   // what became of the session or its launch, as its caller's system shows it
};

enum class ArgumentType { kPath, kText, kNumber, kUrl, kHost };

struct Argument {
  std::string name;
  ArgumentType type;
  bool required = true;
  std::string meaning;
  // Whether the step changes what lies at this path, so that the tree witness looks there.
  bool changes = false;
};

// Where a step is carried out.
enum class VerbSide {
  kProbe,    // inside the sandbox
  kFault,    // by the harness, before the session opens
  kSession,  // by the harness, on the session or on a launch that runs in it
};

struct Verb {
  std::string name;      // noun.verb
  std::string meaning;   // one sentence
  VerbSide side = VerbSide::kProbe;
  WitnessKind witness = WitnessKind::kTree;
  // In their order; the first is what a bare scalar in a scenario file means.
  std::vector<Argument> arguments;
  // The launched program is gone after this step, so that a further step needs a launch of its own.
  bool ends_launch = false;
  // It needs what belongs to a whole launch, such as its standard input.
  bool own_launch = false;
  // Its paths name entries themselves; other verbs go through a symbolic link at the end of a path.
  bool names_the_entry = false;
  // The promise that is kept by denying it; empty: the one that its paths or the network's policy say.
  std::string promise{};
  // Not empty: what it is about where no path of its says so, as the end of "two steps ...". A witness could not tell two steps
  // that are about the same apart.
  std::string about{};
  // It reaches for the sentinel, which has to be there.
  bool needs_sentinel = false;
  // With nothing enforced it reaches further than what the harness made, unless the arena is a private one.
  bool needs_private_arena = false;
  // The same, unless the arena has a pid namespace of its own.
  bool needs_own_processes = false;
  // With `about`: the witness looks at each launch by itself, and not once when all launches are over.
  bool of_one_launch = false;
  // Of a session's verbs: it starts something, which can be refused.
  bool can_be_refused = false;
  // Of a session's verbs: the launch before it has to run when it is carried out.
  bool needs_running = false;
  // It is about standard streams that are apart, or about a terminal, and makes no sense on a surface that has none.
  bool needs_pipes = false;
  bool needs_terminal = false;
  // Those of the surfaces of single calls that have a call for it.
  std::vector<Surface> calls{};
};

// Every verb there is, ordered by name. The scenario loader, the JSON Schema, `list verbs` and the engine all read this
// one table.
std::span<const Verb> AllVerbs();
// Null where there is no such verb.
const Verb* FindVerb(std::string_view name);

std::string_view Name(WitnessKind kind);

}  // namespace harness
