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
  return {exit, die, variable, found, echo};
}

}  // namespace harness
