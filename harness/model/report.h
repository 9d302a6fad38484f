// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/evidence.h"
#include "harness/model/identity.h"
#include "harness/model/judgement.h"
#include "harness/model/scenario.h"

namespace harness {

// Everything that a run found out, as every writer in reports/ gets it.

struct CaseReport {
  Scenario scenario;
  Surface surface = Surface::kExec;
  CaseJudgement judgement;
  CaseEvidence evidence;
  std::string reproduce;  // a command line that runs this case again

  std::string Id() const { return scenario.id + "@" + std::string(Name(surface)); }
};

struct PackReport {
  std::string name;    // empty: scenarios were named one by one, and no pack is required
  std::string digest;  // SHA-256 over the ids and digests of its scenarios
  int required = 0;    // cases that the pack demands of this adapter
  int executed = 0;    // of those, the cases that were judged
};

struct ArenaReport {
  std::string kind;  // "private" or "host"
  std::string why;
};

struct RunReport {
  std::string started;  // RFC 3339, UTC
  double duration_ms = 0;
  int jobs = 1;
  std::vector<std::pair<std::string, std::string>> host;  // facts, in the order in which they are shown
  Identity adapter;
  ArenaReport arena;
  PackReport pack;
  std::vector<CaseReport> cases;   // ordered by id
  std::vector<std::string> notes;  // what a reader must know: interrupted, filtered, cases missing
  int interrupted_by = 0;  // the signal that ended the run early; 0 for none
  int exit_status = 2;

  std::map<Verdict, int> Counts() const;
};

// One adapter's run among several.
struct MatrixColumn {
  std::string spec;    // as it was asked for: "container:engine=crun"
  bool named = true;   // and not one of all that there are
  RunReport report;
};

// The same cases under several adapters.
struct MatrixReport {
  std::string started;  // RFC 3339, UTC
  double duration_ms = 0;
  std::vector<MatrixColumn> columns;
  int exit_status = 2;
};

// Exit statuses of the command.
inline constexpr int kConforms = 0;
inline constexpr int kDoesNotConform = 1;
inline constexpr int kNotVerified = 2;
inline constexpr int kUsage = 64;
inline constexpr int kFault = 70;

}  // namespace harness
