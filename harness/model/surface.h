// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

// A way in to a session.
enum class Surface {
  kExec,                // a program and its arguments, no shell
  kShell,               // one command line for a POSIX shell
  kTerminal,            // as exec, on a pseudo-terminal
  kBackground,          // as exec, and the caller goes on: a handle, and no standard input
  kBackgroundTerminal,  // as background, on a pseudo-terminal
  kChild,               // as exec, in a session that was opened on behalf of another one
  kFile,                // one call that reads, writes or lists a file
  kHttp,                // one HTTP request
  kTool,                // one call of either kind, as a tool of an agent makes it
};

std::string_view Name(Surface surface);
std::optional<Surface> FindSurface(std::string_view name);
const std::vector<Surface>& AllSurfaces();
std::vector<std::string> SurfaceNames();

// Whether the program inside has a terminal for its standard streams.
bool IsTerminal(Surface surface);
// Whether the caller goes on while the program runs, and holds a handle.
bool IsBackground(Surface surface);
// Whether each step is a call of its own, with an answer of its own.
bool IsCall(Surface surface);

}  // namespace harness
