// SPDX-License-Identifier: Apache-2.0
#include "harness/model/surface.h"

#include <algorithm>
#include <array>
#include <utility>

namespace harness {
namespace {

constexpr std::array<std::pair<Surface, std::string_view>, 9> kNames = {{
    {Surface::kExec, "exec"},
    {Surface::kShell, "shell"},
    {Surface::kTerminal, "pty"},
    {Surface::kBackground, "background"},
    {Surface::kBackgroundTerminal, "background-pty"},
    {Surface::kChild, "child"},
    {Surface::kFile, "file"},
    {Surface::kHttp, "http"},
    {Surface::kTool, "tool"},
}};

}  // namespace

std::string_view Name(Surface surface) {
  const auto found = std::find_if(kNames.begin(), kNames.end(), [surface](const auto& one) { return one.first == surface; });
  return found == kNames.end() ? std::string_view() : found->second;
}

std::optional<Surface> FindSurface(std::string_view name) {
  const auto found = std::find_if(kNames.begin(), kNames.end(), [name](const auto& one) { return one.second == name; });
  return found == kNames.end() ? std::nullopt : std::optional<Surface>(found->first);
}

const std::vector<Surface>& AllSurfaces() {
  static const std::vector<Surface> kSurfaces = [] {
    std::vector<Surface> surfaces;
    for (const auto& [surface, name] : kNames) surfaces.push_back(surface);
    return surfaces;
  }();
  return kSurfaces;
}

std::vector<std::string> SurfaceNames() {
  std::vector<std::string> names;
  for (const auto& [surface, name] : kNames) names.emplace_back(name);
  return names;
}

bool IsTerminal(Surface surface) { return surface == Surface::kTerminal || surface == Surface::kBackgroundTerminal; }

bool IsBackground(Surface surface) { return surface == Surface::kBackground || surface == Surface::kBackgroundTerminal; }

bool IsCall(Surface surface) { return surface == Surface::kFile || surface == Surface::kHttp || surface == Surface::kTool; }

}  // namespace harness
