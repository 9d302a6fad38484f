// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/evidence.h"

namespace harness {

// The language between the engine and fixtures/probe (its README describes it). Pure.

// One step as the probe is asked for it, everything expanded.
struct ProbeStep {
  std::string verb;
  std::vector<std::pair<std::string, std::string>> arguments;
};

// The command line of one launch. `carrier` is the program that performs the steps; `resolve` maps "host:port" to
// "address:port" where the hosts file cannot. `words` stand
// there to be told by self.arguments. One that `stays` goes on after its last step until it is ended.
std::vector<std::string> ProbeCommand(const std::vector<std::string>& carrier, const std::string& token,
                                      const std::map<std::string, std::string>& resolve,
                                      const std::vector<std::string>& words, const std::vector<ProbeStep>& steps,
                                      bool stays = false);

// Whether what came out so far tells that the probe runs, and that it has done every step.
bool TellsStart(const std::string& out, const std::string& token);
// How often it told that it waits for whoever sits in front of its terminal.
std::size_t CountReady(const std::string& out, const std::string& token);
bool TellsEnd(const std::string& out, const std::string& token);

// What came back for one step of a launch.
struct ProbeAnswer {
  bool begun = false;
  std::optional<ProbeRecord> record;
  std::string data;  // what the step read, byte for byte
  std::string raw;   // what stood between its begin and its end on standard output
};

struct ProbeOutput {
  bool token_came_back = false;  // at least one record bore the launch's token
  bool finished = false;         // the probe reported its end, with the right number of steps
  std::vector<ProbeAnswer> answers;  // one for each step
};

// Reads a launch's standard output. Lines that do not bear the token are somebody else's and are ignored; a record that
// makes no sense counts as not there.
ProbeOutput ParseProbeOutput(const std::string& out, const std::string& token, std::size_t steps);

}  // namespace harness
