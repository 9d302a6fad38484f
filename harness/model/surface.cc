// SPDX-License-Identifier: Apache-2.0
#include "harness/model/surface.h"

namespace harness {

std::string_view Name(Surface surface) { return surface == Surface::kExec ? "exec" : "shell"; }

std::optional<Surface> FindSurface(std::string_view name) {
  for (const Surface surface : AllSurfaces()) {
    if (Name(surface) == name) return surface;
  }
  return std::nullopt;
}

const std::vector<Surface>& AllSurfaces() {
  static const std::vector<Surface> kSurfaces = {Surface::kExec, Surface::kShell};
  return kSurfaces;
}

std::vector<std::string> SurfaceNames() {
  std::vector<std::string> names;
  for (const Surface surface : AllSurfaces()) names.emplace_back(Name(surface));
  return names;
}

}  // namespace harness
