// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

// A way in to a session.
enum class Surface {
  kExec,   // a program and its arguments, no shell
  kShell,  // one command line for a POSIX shell
};

std::string_view Name(Surface surface);
std::optional<Surface> FindSurface(std::string_view name);
const std::vector<Surface>& AllSurfaces();
std::vector<std::string> SurfaceNames();

}  // namespace harness
