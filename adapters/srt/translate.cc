// SPDX-License-Identifier: Apache-2.0
#include "adapters/srt/translate.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/adapter/environment.h"
#include "harness/base/encoding.h"

namespace adapters {
namespace {

using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;
using Json = nlohmann::ordered_json;

constexpr char kRoot[] = "/";

bool Holds(const std::vector<std::string>& list, const std::string& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool IsPattern(const std::string& path) { return path.find_first_of("*?[]") != std::string::npos; }

class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const SrtHost& host, SrtGeneration generation)
      : policy_(policy), stage_(stage), host_(host), generation_(generation) {}

  std::optional<Refused> FindUnenforceable() const {
    if (!policy_.sandbox) return Refused{"sandbox", "srt has no mode that enforces nothing; use --adapter noop"};
    if (!policy_.process.isolate) return Refused{"process.isolate", "srt always makes a pid namespace"};
    if (policy_.process.signal_outside) return Refused{"process.signal-outside", "a pid namespace lets no signal out"};
    if (auto refused = FindUnenforceableNetwork()) return refused;
    if (auto refused = FindUnenforceableLimit()) return refused;
    if (auto refused = FindUnenforceableGrant()) return refused;
    return FindUnenforceableDenial();
  }

  std::string Settings() const {
    Json settings;
    settings["network"] = {{"allowedDomains", policy_.network.allow}, {"deniedDomains", Json::array()}};
    settings["filesystem"] = Filesystem();
    return settings.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  bool ReadsEverything() const { return Holds(policy_.filesystem.read, kRoot); }

  std::optional<Refused> FindUnenforceableNetwork() const {
    const Network& network = policy_.network;
    if (network.mode == Network::Mode::kOpen) {
      return Refused{"network.open", "srt always takes the network away and lets listed hosts through its proxies"};
    }
    if (!network.listen.empty()) return Refused{"network.listen", "what listens inside cannot be reached from outside"};
    if (!network.unix_sockets.empty()) return Refused{"network.unix", "on Linux srt allows every Unix socket or none"};
    if (generation_ == SrtGeneration::kFirst && !network.allow.empty()) {
      return Refused{"network.allow", "this version lets a listed host through on every port"};
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableLimit() const {
    const harness::Limits& limits = policy_.limits;
    if (limits.cpu) return Refused{"limits.cpu", "srt sets no limits"};
    if (limits.memory_bytes) return Refused{"limits.memory", "srt sets no limits"};
    if (limits.disk_bytes) return Refused{"limits.disk", "srt sets no limits"};
    if (limits.pids) return Refused{"limits.pids", "srt sets no limits"};
    if (limits.output_bytes) return Refused{"limits.output", "srt sets no limits"};
    if (limits.files) return Refused{"limits.files", "srt sets no limits"};
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableGrant() const {
    const harness::Filesystem& filesystem = policy_.filesystem;
    if (!ReadsEverything()) {
      if (generation_ == SrtGeneration::kFirst) {
        return Refused{"filesystem.read", "this version can deny single paths to be read, not all but some"};
      }
      if (!Holds(filesystem.read, harness::kSystem)) {
        return Refused{"filesystem.read", "srt starts a shell of the system around the program"};
      }
    }
    for (const auto* grants : {&filesystem.read, &filesystem.write}) {
      for (const std::string& path : *grants) {
        if (IsPattern(path)) return Refused{"filesystem", "srt would read this path as a pattern: " + path};
      }
    }
    if (!host_.missing.empty()) {
      return Refused{"filesystem", "srt skips a granted path that does not exist: " + host_.missing.front()};
    }
    return std::nullopt;
  }

  std::optional<Refused> FindUnenforceableDenial() const {
    for (const std::string& path : policy_.filesystem.deny) {
      if (IsPattern(path)) {
        return Refused{"filesystem.deny", "srt expands a pattern before the start, and to deny reads only: " + path};
      }
      if (LiesAboveAGrant(path)) {
        return Refused{"filesystem.deny", "srt opens a grant below a denied path again: " + path};
      }
    }
    return std::nullopt;
  }

  bool LiesAboveAGrant(const std::string& path) const {
    const auto is_within = [&path](const std::string& grant) { return PathContains(path, grant); };
    return std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), is_within) ||
           std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), is_within);
  }

  Json Filesystem() const {
    std::vector<std::string> deny_read = policy_.filesystem.deny;
    if (!ReadsEverything()) deny_read.insert(deny_read.begin(), kRoot);
    Json filesystem;
    filesystem["denyRead"] = deny_read;
    if (generation_ == SrtGeneration::kCurrent) filesystem["allowRead"] = AllowRead();
    filesystem["allowWrite"] = policy_.filesystem.write;
    filesystem["denyWrite"] = policy_.filesystem.deny;
    return filesystem;
  }

  std::vector<std::string> AllowRead() const {
    if (ReadsEverything()) return {};
    std::vector<std::string> allow = host_.system;
    allow.insert(allow.end(), host_.own.begin(), host_.own.end());
    allow.push_back(stage_.tools_directory);
    for (const auto* grants : {&policy_.filesystem.read, &policy_.filesystem.write}) {
      for (const std::string& path : *grants) {
        if (path != harness::kSystem && !Holds(allow, path)) allow.push_back(path);
      }
    }
    return allow;
  }

  const Policy& policy_;
  const harness::SessionStage& stage_;
  const SrtHost& host_;
  SrtGeneration generation_;
};

}  // namespace

std::variant<std::string, Refused> SrtSettings(const Policy& policy, const harness::SessionStage& stage,
                                               const SrtHost& host, SrtGeneration generation) {
  const Translation translation(policy, stage, host, generation);
  if (auto refused = translation.FindUnenforceable()) return *std::move(refused);
  return translation.Settings();
}

std::string SrtCommandLine(const Policy& policy, const harness::SessionStage& stage,
                           const std::vector<std::string>& argv, const std::vector<std::string>& launcher_environment) {
  const auto environment = EnvironmentInside(policy, stage, "", launcher_environment);
  // Replaces the shell, so that what ends is the program itself.
  std::string line = "exec /usr/bin/env";
  for (const auto& [name, value] : environment) line += ' ' + harness::ShellWord(name + '=' + value);
  for (const std::string& word : argv) line += ' ' + harness::ShellWord(word);
  return line;
}

}  // namespace adapters
