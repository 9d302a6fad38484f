// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/clock.h"
#include "harness/base/result.h"
#include "harness/model/launch.h"
#include "harness/process/terminal.h"

namespace harness {

struct LaunchResult {
  std::vector<std::string> argv;  // what was really executed; empty where nothing was
  Ending ending = Exited{0};
  std::string out;
  std::string err;
  double duration_ms = 0;
  bool output_cut = false;  // there was more output than is kept, so that nobody knows all of what came out
  // Of a launch on a terminal: what lies typed and unread when the program has ended, and would be the next one's to read.
  std::string unread;
  std::string limit{};  // of the policy, that ended it or a part of it: "memory"; empty where none did
};

// A launch that goes on: the handle that a caller of a background job or of a terminal has. Destruction ends it.
class Process {
 public:
  virtual ~Process() = default;

  // The sandbox's own program, as the caller's system knows it; -1 where nothing runs.
  virtual pid_t pid() const = 0;
  // Whether it still runs, as far as was seen when it was last listened to.
  virtual bool Runs() const = 0;
  // What came out so far; of a terminal, both streams of the program.
  virtual const std::string& Out() const = 0;
  // To standard input, or typed into the terminal.
  virtual void Write(std::string_view bytes) = 0;
  virtual void EndInput() = 0;
  virtual Result<void> Resize(TerminalSize size) = 0;
  // To the sandbox's own program, which may hand it on.
  virtual void Signal(int number) = 0;
  // Goes on until `enough` says so of what came out, the end, or the deadline. Returns what `enough` says then.
  virtual bool PumpUntil(const std::function<bool(const std::string& out)>& enough, Deadline deadline) = 0;
  // To its end, or to the end of its wall time, when it is ended. Not to be called twice, nor after Kill.
  virtual LaunchResult Finish() = 0;
  // Ends it at once.
  virtual LaunchResult Kill() = 0;
};

// Runs it to its end with `input` on its standard input, which ends behind that.
LaunchResult RunToEnd(Process& process, std::string_view input = {});

// A launch that is over before anything ran, or of which nothing is left to do.
std::unique_ptr<Process> Over(LaunchResult result);

}  // namespace harness
