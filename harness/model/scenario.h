// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/model/policy.h"
#include "harness/model/surface.h"
#include "harness/model/verb.h"

namespace harness {

// A place in a file that a person wrote; line and column count from 1.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Expectation {
  enum class Kind {
    kAllowed,  // it happens
    kDenied,   // it does not happen, and the rest of the launch runs
    kRefused,  // the sandbox refuses to start, loudly, and nothing runs
    kAbsent,   // nothing of it is left when the session is closed
    kExit,     // the launched program's exit code arrives
    kSignal,   // the launched program's death by a signal arrives
    kSame,     // the program sees what it sees where nothing is enforced
  };
  Kind kind = Kind::kAllowed;
  int value = 0;           // the exit code or the signal's number
  std::string errno_name;  // with kDenied, where the errno is the promise; else empty
  bool operator==(const Expectation&) const = default;
};

// As in a scenario file: "denied", "exit: 42".
std::string Describe(const Expectation& expectation);

struct Step {
  const Verb* verb = nullptr;                    // never null
  std::map<std::string, std::string> arguments;  // with their variables still in them
  Expectation expect;
  Place place;
};

// One thing that a scenario asks the stage for, on top of what every stage has.
struct StageItem {
  enum class Kind {
    kFile,         // a file with `content`
    kSecret,       // a file whose content is a secret of its own
    kDirectory,    //
    kSymlink,      // a link that says `content`
    kProgram,      // an executable that prints a secret of its own
    kLauncher,     // an executable that runs what it is asked to, with nothing enforced: a planted false sandbox
    kVariable,     // a variable `path` in the launcher's environment, whose value is a secret of its own
    kSearchPath,   // a directory that is put first on the launcher's PATH
    kOpenFile,       // `path` is open for reading in the launcher, and whatever that starts inherits it
    kOpenDirectory,  // the same of a directory
    kOpenSocket,     // the same of a socket, `path` says which: one that listens, or one that is connected; with a secret to be received
    kIpc,            // an IPC object of the kind that `path` says, with a secret in it
    kSocket,       // a Unix stream socket with a server behind it
  };
  Kind kind = Kind::kFile;
  std::string path;
  std::string content;
  Place place;
};

// The words that a scenario file uses for the kinds, in the order of the kinds.
const std::vector<std::string>& StageItemNames();

// A further session of a scenario, beside the one that every scenario has.
struct NamedSession {
  std::string name;
  Policy policy;
  std::string workspace;  // where its launches start; empty: ${workspace}
};

// The name of the session that every scenario has.
inline constexpr char kMainSession[] = "main";

struct Scenario {
  std::string id;     // "network/deny-http"
  std::string title;
  std::string why;
  std::vector<std::string> refs;
  std::string pack;
  std::vector<std::string> needs;   // promises that the adapter has to make, beside those that the steps imply
  std::vector<std::string> programs;  // that the host has to have, by their file names
  std::string workspace;            // where the stage makes it, with variables; empty: in its usual place
  std::vector<Surface> surfaces;    // empty: every one that the adapter offers
  Policy policy;
  std::optional<Policy> project;    // what the workspace asks for; what it leaves out is as in `policy`
  std::vector<NamedSession> sessions;
  std::vector<StageItem> stage;
  std::vector<Step> steps;
  int repeat = 1;                   // how many times the steps are carried out, on one stage
  Milliseconds timeout{10'000};
  std::string file;                 // as it was named on the command line
  std::string sha256;               // of the file
  // Parts of the policies that were taken back, because the adapter promises nothing about them and no step is about them.
  std::vector<std::string> conceded;

  // The promise's area: "network".
  std::string Family() const { return id.substr(0, id.find('/')); }
};

// The ways in that the scenario goes through: those that it names, or every one that can carry its steps.
std::vector<Surface> SurfacesOf(const Scenario& scenario);
// Why a surface cannot carry the scenario's steps; empty where it can.
std::string WhyNotOn(Surface surface, const Scenario& scenario);

// Variables that a scenario may use: paths of the stage, and values that are made for each step.
const std::vector<std::string>& VariableNames();

}  // namespace harness
