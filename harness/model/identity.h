// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/model/surface.h"

namespace harness {

// A file that runs when the sandbox is used.
struct Component {
  std::string name;    // "bwrap"
  std::string path;
  std::string sha256;
};

// What a sandbox needs of the arena that it is run in.
struct ArenaNeeds {
  // False: no pid namespace around it. A launcher that takes one for a sandbox already there would add none.
  bool own_processes = true;
  // The arena shows no cgroup v2 hierarchy beside the one of version 1.
  bool without_cgroup2 = false;
  // It cannot be had within namespaces: a daemon outside of them does the work.
  bool host = false;
  // Directories of /run or of another place that an arena has for itself, in which the sandbox keeps state from one use to
  // the next. They are there when it is first asked for its version, belong to root, and no audit looks into them.
  std::vector<std::string> state_directories{};
  // Directories that its launcher makes when it is first used on a host, and keeps: empty, and for its account alone.
  // They are there from the start, so that no case is about them; what changes in them is audited. ${uid} stands for the
  // account's.
  std::vector<std::string> account_directories{};
};

// A way in that whoever uses the sandbox has beside it, and that it does not confine: it stays trusted.
struct OutsideSurface {
  Surface surface;
  std::string why;
};

// What an adapter says of the sandbox that it drives.
struct Identity {
  std::string name;     // the adapter's: "container"
  std::string variant;  // which of its sandboxes, where there are several: "crun"
  std::string version;  // the sandbox's own: "0.8.0"
  std::vector<Component> components;
  std::vector<std::string> capabilities;  // promises, of AllPromises()
  std::vector<Surface> surfaces;          // that it offers and confines
  std::vector<OutsideSurface> outside{};  // declared as outside of the boundary; every report says so
  // The command line, without the steps, of a program that performs steps in place of the probe, for a sandbox that is no
  // place for a program of the machine's own. The controls are run with it too. Empty: the probe.
  std::vector<std::string> carrier;
  std::vector<std::string> verbs;  // that the carrier can perform; empty: every one
  ArenaNeeds arena;
  // How it was broken on purpose; empty: it was not.
  std::string weakened;
  // Not empty: it cannot run on this host, for this reason, and what would mend it.
  std::string unavailable;
  std::string remedy;

  // What tells it from the others in a table: "container crun".
  std::string Label() const { return variant.empty() ? name : name + " " + variant; }
};

}  // namespace harness
