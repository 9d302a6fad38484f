// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/engine/observations.h"

namespace harness {

// Everything that the witnesses of one step need.
struct StepView {
  std::size_t index;  // of the step in its scenario
  const Step& step;
  const ScriptStep& script;
  const StepTarget& target;
  const ProbeAnswer* answer;        // may be null
  const LaunchObservation* launch;  // may be null
  const std::string& input;         // of its launch
  const std::vector<TreeChange>& changes;
  const Policy& policy;             // that was requested
  const Observations& seen;
  const SessionObservation* session;  // of a session's step; may be null
};

// What the outside witnesses of one step say; the first decides. Pure, like all of these.
std::vector<Witness> WitnessesOf(const StepView& view);

// Why no outside witness could have seen this step; empty where one could.
std::string DeadWitness(const StepView& view);

// One file for what is looked at.
Witness TreeWitness(const StepView& view);
Witness SecretWitness(const StepView& view);
Witness LedgerWitness(const StepView& view);
Witness CensusWitness(const StepView& view);
Witness HeartbeatWitness(const StepView& view);
Witness ZombieWitness(const StepView& view);
Witness SentinelWitness(const StepView& view);
Witness IpcWitness(const StepView& view);
Witness EndingWitness(const StepView& view);
Witness StdoutWitness(const StepView& view);
Witness PeakWitness(const StepView& view);
Witness ValueWitness(const StepView& view);
Witness RunWitness(const StepView& view);
Witness SessionWitness(const StepView& view);
Witness TerminalWitness(const StepView& view);

// What a step that tells what the program sees has told; none where it failed or told nothing.
std::optional<std::string> ValueOf(const StepView& view);

// Whether it changes an entry that an argument names.
bool ChangesTheTree(const Verb& verb);

}  // namespace harness
