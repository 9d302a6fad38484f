// SPDX-License-Identifier: Apache-2.0
#include "harness/model/policy.h"

#include <algorithm>
#include <filesystem>

namespace harness {
namespace {

template <typename T>
std::vector<T> Intersection(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> both;
  for (const T& value : a) {
    if (std::find(b.begin(), b.end(), value) != b.end()) both.push_back(value);
  }
  return both;
}

void AddOnce(std::vector<std::string>& list, const std::string& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

// Two grants meet in the deeper of two paths of which one contains the other.
std::vector<std::string> MeetPaths(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::string> both;
  for (const std::string& x : a) {
    for (const std::string& y : b) {
      if (PathContains(x, y)) {
        AddOnce(both, y);
      } else if (PathContains(y, x)) {
        AddOnce(both, x);
      }
    }
  }
  return both;
}

Network MeetNetworks(const Network& a, const Network& b) {
  if (a.mode == Network::Mode::kOpen) return b;
  if (b.mode == Network::Mode::kOpen) return a;
  if (a.mode == Network::Mode::kNone || b.mode == Network::Mode::kNone) return Network{};
  return Network{Network::Mode::kAllow, Intersection(a.allow, b.allow), Intersection(a.listen, b.listen),
                 Intersection(a.unix_sockets, b.unix_sockets)};
}

Environment MeetEnvironments(const Environment& a, const Environment& b) {
  // What a project sets on top is dropped: LD_PRELOAD would be one such.
  return {Intersection(a.pass, b.pass), a.set};
}

template <typename T>
std::optional<T> Smaller(const std::optional<T>& a, const std::optional<T>& b) {
  if (!a) return b;
  return b ? std::min(*a, *b) : a;
}

Limits MeetLimits(const Limits& a, const Limits& b) {
  return Limits{std::min(a.wall, b.wall), Smaller(a.cpu, b.cpu), Smaller(a.memory_bytes, b.memory_bytes),
                Smaller(a.disk_bytes, b.disk_bytes), Smaller(a.pids, b.pids), Smaller(a.background, b.background),
                Smaller(a.output_bytes, b.output_bytes), Smaller(a.files, b.files)};
}

}  // namespace

bool PathContains(const std::string& root, const std::string& path) {
  if (root == kSystem || path == kSystem) return root == path;
  const std::filesystem::path inside = std::filesystem::path(path).lexically_normal();
  const std::filesystem::path outer = std::filesystem::path(root + "/").lexically_normal().parent_path();
  return std::mismatch(outer.begin(), outer.end(), inside.begin(), inside.end()).first == outer.end();
}

Policy Meet(const Policy& operator_policy, const Policy& project) {
  const Policy& a = operator_policy;
  const Policy& b = project;
  Policy both;
  both.sandbox = a.sandbox || b.sandbox;
  both.filesystem.read = MeetPaths(a.filesystem.read, b.filesystem.read);
  both.filesystem.write = MeetPaths(a.filesystem.write, b.filesystem.write);
  both.filesystem.deny = a.filesystem.deny;
  for (const std::string& path : b.filesystem.deny) AddOnce(both.filesystem.deny, path);
  both.network = MeetNetworks(a.network, b.network);
  both.process.isolate = a.process.isolate || b.process.isolate;
  both.process.signal_outside = a.process.signal_outside && b.process.signal_outside;
  both.environment = MeetEnvironments(a.environment, b.environment);
  both.limits = MeetLimits(a.limits, b.limits);
  return both;
}

Policy Either(const Policy& a, const Policy& b) {
  const auto join = [](auto& into, const auto& more) { into.insert(into.end(), more.begin(), more.end()); };
  Policy either = a;
  join(either.filesystem.read, b.filesystem.read);
  join(either.filesystem.write, b.filesystem.write);
  std::erase_if(either.filesystem.deny, [&b](const std::string& path) {
    return std::find(b.filesystem.deny.begin(), b.filesystem.deny.end(), path) == b.filesystem.deny.end();
  });
  // The modes stand in the order of what they let through.
  either.network.mode = std::max(a.network.mode, b.network.mode);
  join(either.network.allow, b.network.allow);
  join(either.network.listen, b.network.listen);
  join(either.network.unix_sockets, b.network.unix_sockets);
  return either;
}

std::string Expand(const std::string& text, const Variables& variables) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t open = text.find("${", at);
    const std::size_t close = open == std::string::npos ? open : text.find('}', open);
    if (close == std::string::npos) break;
    out.append(text, at, open - at);
    const auto found = variables.find(text.substr(open + 2, close - open - 2));
    out += found == variables.end() ? text.substr(open, close + 1 - open) : found->second;
    at = close + 1;
  }
  return out.append(text, std::min(at, text.size()));
}

Policy Expand(Policy policy, const Variables& variables) {
  const auto expand_all = [&variables](std::vector<std::string>& list) {
    for (std::string& value : list) value = Expand(value, variables);
  };
  expand_all(policy.filesystem.read);
  expand_all(policy.filesystem.write);
  expand_all(policy.filesystem.deny);
  expand_all(policy.network.allow);
  expand_all(policy.network.unix_sockets);
  for (auto& [name, value] : policy.environment.set) value = Expand(value, variables);
  return policy;
}

std::vector<std::string> Differences(const Policy& requested, const Policy& declared) {
  std::vector<std::string> parts;
  const auto compare = [&parts](bool same, const char* part) {
    if (!same) parts.emplace_back(part);
  };
  compare(requested.sandbox == declared.sandbox, "sandbox");
  compare(requested.filesystem.read == declared.filesystem.read, "filesystem.read");
  compare(requested.filesystem.write == declared.filesystem.write, "filesystem.write");
  compare(requested.filesystem.deny == declared.filesystem.deny, "filesystem.deny");
  compare(requested.network == declared.network, "network");
  compare(requested.process == declared.process, "process");
  compare(requested.environment == declared.environment, "environment");
  compare(requested.limits == declared.limits, "limits");
  return parts;
}

}  // namespace harness
