// SPDX-License-Identifier: Apache-2.0
#include "adapters/codex/translate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "harness/adapter/environment.h"

namespace adapters {
namespace {

using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;

constexpr char kRoot[] = "/";

bool IsPattern(const std::string& path) { return path.find_first_of("*?[]") != std::string::npos; }

// A basic string of TOML.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || c == '"' || c == '\\') {
      quoted += fmt::format("\\u{:04x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const CodexHost& host)
      : policy_(policy), stage_(stage), host_(host) {}

  std::optional<Refused> FindUnenforceable() const {
    if (!policy_.sandbox) return Refused{"sandbox", "codex sandbox always confines; use --adapter noop"};
    if (!policy_.process.isolate) return Refused{"process.isolate", "codex always makes a pid namespace"};
    if (policy_.process.signal_outside) return Refused{"process.signal-outside", "a pid namespace lets no signal out"};
    if (policy_.network.mode == Network::Mode::kAllow) {
      return Refused{"network.allow", "codex names hosts without ports"};
    }
    const harness::Limits& limits = policy_.limits;
    if (limits.cpu) return Refused{"limits.cpu", "codex sets no limits"};
    if (limits.memory_bytes) return Refused{"limits.memory", "codex sets no limits"};
    if (limits.disk_bytes) return Refused{"limits.disk", "codex sets no limits"};
    if (limits.pids) return Refused{"limits.pids", "codex sets no limits"};
    if (limits.output_bytes) return Refused{"limits.output", "codex sets no limits"};
    if (limits.files) return Refused{"limits.files", "codex sets no limits"};
    return FindUnenforceablePath();
  }

  std::string Config(const std::vector<std::string>& launcher_environment) const {
    std::string config = "default_permissions = \"sandproof\"\n\n[permissions.sandproof.filesystem]\n";
    for (const auto& [path, access] : Entries()) config += fmt::format("{} = \"{}\"\n", Quoted(path), access);
    config +=
        fmt::format("\n[permissions.sandproof.network]\nenabled = {}\n", policy_.network.mode == Network::Mode::kOpen);
    config += "\n[shell_environment_policy]\ninherit = \"none\"\n\n[shell_environment_policy.set]\n";
    for (const auto& [name, value] : EnvironmentInside(policy_, stage_, host_.tmp, launcher_environment)) {
      config += fmt::format("{} = {}\n", Quoted(name), Quoted(value));
    }
    return config;
  }

 private:
  std::optional<Refused> FindUnenforceablePath() const {
    const harness::Filesystem& filesystem = policy_.filesystem;
    for (const auto* grants : {&filesystem.read, &filesystem.write}) {
      for (const std::string& path : *grants) {
        if (IsPattern(path)) return Refused{"filesystem", "codex would read this path as a pattern: " + path};
      }
    }
    if (!host_.missing.empty()) {
      return Refused{"filesystem", "codex skips a granted path that does not exist: " + host_.missing.front()};
    }
    for (const std::string& path : filesystem.deny) {
      if (IsPattern(path)) return Refused{"filesystem.deny", "codex expands a pattern before the start only: " + path};
      const auto is_within = [&path](const std::string& grant) { return PathContains(path, grant); };
      if (std::any_of(filesystem.read.begin(), filesystem.read.end(), is_within) ||
          std::any_of(filesystem.write.begin(), filesystem.write.end(), is_within)) {
        return Refused{"filesystem.deny", "codex opens a grant below a denied path again: " + path};
      }
    }
    return std::nullopt;
  }

  // The narrower entry wins, so their order does not matter.
  std::map<std::string, std::string> Entries() const {
    std::map<std::string, std::string> entries;
    for (const std::string& path : host_.own) entries[path] = "read";
    // TMPDIR inside.
    entries[host_.tmp] = "write";
    entries[stage_.tools_directory] = "read";
    for (const std::string& path : policy_.filesystem.read) entries[NameOf(path)] = "read";
    for (const std::string& path : policy_.filesystem.write) entries[NameOf(path)] = "write";
    for (const std::string& path : policy_.filesystem.deny) entries[path] = "deny";
    return entries;
  }

  static std::string NameOf(const std::string& path) {
    if (path == harness::kSystem) return ":minimal";
    return path == kRoot ? ":root" : path;
  }

  const Policy& policy_;
  const harness::SessionStage& stage_;
  const CodexHost& host_;
};

}  // namespace

std::variant<std::string, Refused> CodexConfig(const Policy& policy, const harness::SessionStage& stage,
                                               const CodexHost& host,
                                               const std::vector<std::string>& launcher_environment) {
  const Translation translation(policy, stage, host);
  if (auto refused = translation.FindUnenforceable()) return *std::move(refused);
  return translation.Config(launcher_environment);
}

}  // namespace adapters
