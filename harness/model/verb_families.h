// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "harness/model/verb.h"

namespace harness {

// The verb table, a file for each family. A verb of the probe's has its function in fixtures/probe.
std::vector<Verb> FileVerbs();
std::vector<Verb> NetworkVerbs();
std::vector<Verb> ProcessVerbs();
std::vector<Verb> InheritedVerbs();
std::vector<Verb> IsolationVerbs();
std::vector<Verb> LaunchVerbs();
std::vector<Verb> TerminalVerbs();
std::vector<Verb> SessionVerbs();
std::vector<Verb> LimitVerbs();
std::vector<Verb> ViewVerbs();
std::vector<Verb> FaultVerbs();

// What the families' files are written with.

Argument Required(std::string name, ArgumentType type, std::string meaning);
Argument Optional(std::string name, ArgumentType type, std::string meaning);
Argument Path(std::string name, std::string meaning);
// A path whose entry the step changes.
Argument ChangedPath(std::string name, std::string meaning);

}  // namespace harness
