// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/adapter/process.h"
#include "harness/adapter/weakening.h"
#include "harness/base/result.h"
#include "harness/model/identity.h"
#include "harness/model/policy.h"
#include "harness/model/surface.h"
#include "harness/process/child.h"

namespace harness {

// What the case's stage looks like to an adapter. All paths are absolute.
struct SessionStage {
  std::string workspace;        // the working directory of launches
  std::string home;             // the value of HOME
  std::string tmp;              // an empty directory that may serve as TMPDIR
  std::string tools_directory;  // Sandproof's own programs: every session must let launches read and execute these
};

struct SessionRequest {
  // Both are expanded. An adapter with layers of its own hands each to its own layer; one without enforces their meet.
  Policy operator_policy;
  Policy project;
  SessionStage stage;
  // The launcher's environment, NAME=value: what a user's shell would give the sandbox's own program.
  std::vector<std::string> environment;
  // Where the sandbox's own programs may come from. Never the PATH of `environment`: a workspace can put itself there.
  std::vector<std::string> search_path;
  // The account that everything runs as; none: the caller's.
  std::optional<Account> account;
  // Put before the command line of everything that the adapter executes: how a fault is injected. Mostly empty.
  std::vector<std::string> command_prefix;
  // Borrowed descriptors that a careless user of the launcher would have left open for it: Execute hands them on. An adapter
  // whose launcher lets them through keeps descriptors.closed by taking them out of here.
  std::vector<int> inherited;
  // Also handed on, and not an adapter's to take out: for a weakening.
  std::vector<int> kept_open;
  // A borrowed descriptor whose closed other end calls launches off; -1 for none.
  int cancel_fd = -1;
  // The sandbox's own program is killed when the caller dies. Otherwise that is left to the sandbox.
  bool dies_with_caller = true;
  // An empty directory for the adapter's own files, owned by the account: settings, state, images. It lies outside of the
  // stage, no audit looks into it, and it is emptied when the session is over.
  std::string work_directory;
};

struct LaunchRequest {
  Surface surface = Surface::kExec;
  std::vector<std::string> argv;  // the program inside; argv[0] is its path
  Milliseconds wall{10'000};
  TerminalSize terminal{};  // where the surface is one
};

// One live sandbox. Destruction closes it.
class Session {
 public:
  virtual ~Session() = default;
  // Starts one program through one surface. The process must not outlive the session, except that it may be destroyed later.
  virtual std::unique_ptr<Process> Start(const LaunchRequest& request) = 0;
  // Ends what still runs in it. After that nothing starts any more. May be called again.
  virtual void Close() = 0;
  // What is in force, as far as the adapter knows. The report shows it beside what was requested and what was observed.
  virtual Policy EffectivePolicy() const = 0;
};

// The adapter cannot enforce a part of the policy, and says so before anything runs.
struct Refused {
  std::string part;  // "network.allow"
  std::string why;
};
// The sandbox could not be set up.
struct Failed {
  std::string step;
  std::string why;
};
using Opened = std::variant<std::unique_ptr<Session>, Refused, Failed>;

// Drives one sandbox implementation. It translates and executes; it never judges.
class Adapter {
 public:
  virtual ~Adapter() = default;

  // What it can be asked for, without executing anything: name, components, capabilities, surfaces, and whether it is
  // available on this host.
  virtual Identity Describe() const = 0;
  // The sandbox's own version. May execute the sandbox; one that was named by its path is only asked within an arena.
  virtual std::string Version() const = 0;
  // Files and directories that it needs, wherever they lie.
  virtual std::vector<std::string> Files() const = 0;
  virtual Opened Open(const SessionRequest& request) = 0;
  // A session on behalf of one that is open, which had the same request: what an agent does for a task that it hands on.
  virtual Opened OpenChild(const SessionRequest& request) { return Open(request); }
  // The ways in which it can be broken on purpose, so that it can be seen that somebody notices. Every one can be had by
  // the option `weaken`.
  virtual std::vector<Weakening> Weakenings() const { return WeakeningsOf(Describe()); }
};

// `--adapter NAME:key=value,key=value`
using AdapterOptions = std::map<std::string, std::string>;

// The directories in which a sandbox's program is looked for when none is named: those that only an administrator can
// write to.
const std::vector<std::string>& TrustedSearchPath();

// The path of the executable file `name` in the first of `directories` that has one.
std::optional<std::string> FindProgram(const std::string& name, const std::vector<std::string>& directories);

// The same for a program at a known place: `path` if it is an executable file, and if the search path leads anywhere. One of
// which no directory exists is how a fault says that no program is to be found, where it can hide none.
std::optional<std::string> FindProgramAt(const std::string& path, const std::vector<std::string>& search_path);

// The command line by which `argv` goes through `surface`: itself, or a shell with one line that means it.
std::vector<std::string> CommandFor(Surface surface, const std::vector<std::string>& argv);

// What stands behind `carrier` in a launch's command line, or behind the probe that stands there in its place.
std::vector<std::string> WithoutCarrier(const std::vector<std::string>& argv, const std::vector<std::string>& carrier);

// The value of `name` in an environment block; none where it is not set.
std::optional<std::string> EnvironmentValue(const std::vector<std::string>& environment, const std::string& name);

}  // namespace harness
