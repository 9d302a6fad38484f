// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {

std::vector<Verb> LaunchVerbs() {
  Verb exit = {"proc.exit", "end with an exit code", VerbSide::kProbe, WitnessKind::kEnding,
               {Required("code", ArgumentType::kNumber, "0 to 255")}};
  exit.ends_launch = true;
  Verb die = {"proc.die", "die of a signal", VerbSide::kProbe, WitnessKind::kEnding,
              {Required("signal", ArgumentType::kText, "a signal name, such as SIGTERM")}};
  die.ends_launch = true;
  Verb variable = {"env.read", "getenv(3)", VerbSide::kProbe, WitnessKind::kSecret,
                   {Required("name", ArgumentType::kText, "the variable")}};
  variable.promise = promise::kEnvironment;
  Verb found = {"env.find", "look for a variable in the environment of every process in /proc", VerbSide::kProbe, WitnessKind::kSecret,
                {Required("name", ArgumentType::kText, "the variable")}};
  found.promise = promise::kEnvironment;
  Verb echo = {"stdio.echo", "copy standard input to standard output", VerbSide::kProbe, WitnessKind::kStdout,
               {Required("bytes", ArgumentType::kNumber, "how many random bytes the harness sends; at most 4194304")}};
  echo.own_launch = true;
  echo.ends_launch = true;
  Verb both = {"stdio.both", "copy standard input to standard output and to standard error, piece by piece", VerbSide::kProbe,
               WitnessKind::kStdout, echo.arguments};
  both.needs_pipes = true;
  both.own_launch = true;
  both.ends_launch = true;
  Verb tail = {"stdio.tail", "print the nonce without a line break behind it, and end with 0", VerbSide::kProbe,
               WitnessKind::kStdout, {}};
  tail.own_launch = true;
  tail.ends_launch = true;
  Verb trap = {"proc.trap", "catch a signal that the program sends itself, and end with an exit code", VerbSide::kProbe,
               WitnessKind::kEnding,
               {Required("code", ArgumentType::kNumber, "0 to 255"),
                Optional("signal", ArgumentType::kText, "a signal name that can be caught; default: SIGTERM")}};
  trap.ends_launch = true;
  return {exit, die, trap, variable, found, echo, both, tail};
}

}  // namespace harness
