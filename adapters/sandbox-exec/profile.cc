// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/profile.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "adapters/sandbox-exec/sbpl.h"
#include "adapters/sandbox-exec/system_rules.h"

namespace adapters {
namespace {

using harness::Network;
using harness::PathContains;
using harness::Policy;
using harness::Refused;

constexpr char kReadOperations[] = "file-read* file-test-existence file-map-executable process-exec*";
constexpr char kGlobCharacters[] = "*?[";
constexpr char kLocalhost[] = "localhost:";

bool IsGlob(const std::string& path) { return path.find_first_of(kGlobCharacters) != std::string::npos; }

std::string Normal(const std::string& path) {
  std::string normal = std::filesystem::path(path).lexically_normal().string();
  if (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  return normal;
}

// Every directory above `path`, without the root.
std::vector<std::string> Ancestors(const std::string& path) {
  std::vector<std::string> ancestors;
  for (auto above = std::filesystem::path(path).parent_path(); above.has_relative_path(); above = above.parent_path()) {
    ancestors.push_back(above.string());
  }
  return ancestors;
}

std::optional<Refused> FindUnenforceableLimit(const harness::Limits& limits) {
  if (limits.cpu) return Refused{"limits.cpu", "Seatbelt sets no limits"};
  if (limits.memory_bytes) return Refused{"limits.memory", "Seatbelt sets no limits"};
  if (limits.disk_bytes) return Refused{"limits.disk", "Seatbelt sets no limits"};
  if (limits.pids) return Refused{"limits.pids", "Seatbelt sets no limits"};
  if (limits.output_bytes) return Refused{"limits.output", "Seatbelt sets no limits"};
  if (limits.files) return Refused{"limits.files", "Seatbelt sets no limits"};
  return std::nullopt;
}

class Translation {
 public:
  Translation(const Policy& policy, const harness::SessionStage& stage, const LinkedPaths& links)
      : policy_(policy), links_(links) {
    for (const std::string& path : policy.filesystem.read) {
      if (path == harness::kSystem) {
        reads_system_ = true;
      } else {
        read_.push_back(Normal(path));
      }
    }
    read_.push_back(Normal(stage.tools_directory));
    for (const std::string& path : policy.filesystem.write) write_.push_back(Normal(path));
    // The directory that TMPDIR leads to.
    write_.push_back(Normal(stage.tmp));
    for (const std::string& path : policy.filesystem.deny) deny_.push_back(Normal(path));
    for (const std::string& path : policy.network.unix_sockets) sockets_.push_back(Normal(path));
  }

  std::optional<Refused> FindUnenforceable() const {
    if (!policy_.sandbox) return Refused{"sandbox", "a profile enforces something; use --adapter noop"};
    if (auto refused = FindUnenforceableLimit(policy_.limits)) return refused;
    if (auto refused = FindUnenforceablePath()) return refused;
    for (const std::string& host : policy_.network.allow) {
      if (!host.starts_with(kLocalhost)) {
        return Refused{"network.allow", "Seatbelt tells localhost from all other hosts, and those not apart: " + host};
      }
    }
    return std::nullopt;
  }

  // Denials come last, so that no grant comes after them.
  std::string Profile() const {
    std::string profile = "(version 1)\n(deny default)\n";
    const auto add = [&profile](std::string_view purpose, const std::string& rules) {
      if (!rules.empty()) profile += "\n; " + std::string(purpose) + "\n" + rules;
    };
    add("What every program needs", ProgramRules());
    add("Processes", ProcessRules());
    if (reads_system_) add("The system", SystemRules());
    add("Grants", GrantRules());
    add("Network", NetworkRules());
    add("A directory that was granted stays where it is", FixtureRules());
    add("Denials", DenialRules());
    return profile;
  }

 private:
  std::optional<Refused> FindUnenforceablePath() const {
    for (const auto* paths : {&read_, &write_, &deny_, &sockets_}) {
      const char* part = paths == &sockets_ ? "network.unix" : paths == &deny_ ? "filesystem.deny" : "filesystem";
      for (const std::string& path : *paths) {
        if (!sbpl::IsWritable(path)) return Refused{part, "a profile can only name paths of printable ASCII: " + path};
        if (!path.starts_with('/')) return Refused{part, "not an absolute path: " + path};
        if (paths != &deny_ && LeadsElsewhere(path)) {
          return Refused{part, path + " is or lies behind a symbolic link; Seatbelt sees " + LeadsTo(path)};
        }
      }
    }
    return std::nullopt;
  }

  std::string LeadsTo(const std::string& path) const {
    const auto found = links_.find(path);
    return found == links_.end() ? path : found->second;
  }

  bool LeadsElsewhere(const std::string& path) const {
    return Spellings(path).front() != Spellings(LeadsTo(path)).front();
  }

  std::string ProcessRules() const {
    const harness::ProcessRules& process = policy_.process;
    std::string rules = "(allow process-fork)\n";
    rules += process.isolate ? "(allow process-info* (target same-sandbox))\n"
                             : "(allow process-info*)\n(allow sysctl-read (sysctl-name-prefix \"kern.proc\"))\n";
    rules += process.signal_outside ? "(allow signal)\n" : "(allow signal (target same-sandbox))\n";
    return rules;
  }

  static std::vector<std::string> Subpaths(const std::vector<std::string>& paths) {
    std::vector<std::string> filters;
    for (const std::string& path : paths) {
      for (const std::string& spelling : Spellings(path)) filters.push_back(sbpl::Subpath(spelling));
    }
    return filters;
  }

  // To reach a path, and to find out where it is, a program looks at the directories above it; it cannot list them.
  std::string AncestorRule() const {
    std::set<std::string> filters;
    for (const auto* paths : {&read_, &write_, &sockets_}) {
      for (const std::string& path : *paths) {
        for (const std::string& spelling : Spellings(path)) {
          for (const std::string& above : Ancestors(spelling)) filters.insert(sbpl::Literal(above));
        }
      }
    }
    return sbpl::Rule("allow", "file-read-metadata file-test-existence", {filters.begin(), filters.end()});
  }

  std::string GrantRules() const {
    // file* and not file-write*: links, clones and pipes have operations of their own.
    return AncestorRule() + sbpl::Rule("allow", kReadOperations, Subpaths(read_)) +
           sbpl::Rule("allow", "file* process-exec*", Subpaths(write_));
  }

  std::string NetworkRules() const {
    const Network& network = policy_.network;
    if (network.mode == Network::Mode::kNone) return {};
    if (network.mode == Network::Mode::kOpen) return OpenNetworkRules() + SocketRule(Subpaths(write_));
    std::string rules;
    for (const std::string& host : network.allow) {
      rules += sbpl::Rule("allow", "network-outbound", {"(remote ip " + sbpl::Quoted(host) + ")"});
    }
    for (const std::uint16_t port : network.listen) {
      rules += sbpl::Rule("allow", "network-bind network-inbound",
                          {"(local ip " + sbpl::Quoted("*:" + std::to_string(port)) + ")"});
    }
    std::vector<std::string> sockets;
    for (const std::string& path : sockets_) {
      for (const std::string& spelling : Spellings(path)) sockets.push_back(sbpl::Literal(spelling));
    }
    return rules + SocketRule(sockets);
  }

  static std::string SocketRule(const std::vector<std::string>& filters) {
    const std::string rule = sbpl::Rule("allow", "network-bind network-outbound", filters);
    return rule.empty() ? rule : "(allow system-socket (socket-domain AF_UNIX))\n" + rule;
  }

  // Otherwise a program could put a link in the place of an empty workspace, which the next session would follow.
  std::string FixtureRules() const {
    std::vector<std::string> filters;
    for (const std::string& root : write_) {
      const auto contains = [&root](const std::string& other) { return other != root && PathContains(other, root); };
      if (std::any_of(write_.begin(), write_.end(), contains)) continue;
      for (const std::string& spelling : Spellings(root)) {
        filters.push_back(sbpl::OfKind(sbpl::Literal(spelling), "DIRECTORY"));
      }
    }
    return sbpl::Rule("deny", "file-write-unlink", filters);
  }

  std::string DenialRules() const {
    std::vector<std::string> denied;
    std::set<std::string> above;
    for (const std::string& path : deny_) {
      for (const std::string& name : std::set<std::string>{path, LeadsTo(path)}) {
        for (const std::string& spelling : Spellings(name)) {
          AddDenied(spelling, denied);
          AddAbove(spelling, above);
        }
      }
    }
    std::vector<std::string> directories;
    std::vector<std::string> links;
    for (const std::string& filter : above) {
      directories.push_back(sbpl::OfKind(filter, "DIRECTORY"));
      links.push_back(sbpl::OfKind(filter, "SYMLINK"));
    }
    // What is denied must not become something else by the move of a directory above it, or by a link in its place.
    return sbpl::Rule("deny", "file-write-unlink", directories) + sbpl::Rule("deny", "file-write-create", links) +
           sbpl::Rule("deny", "file* process-exec* network*", denied);
  }

  static void AddDenied(const std::string& path, std::vector<std::string>& filters) {
    if (IsGlob(path)) {
      filters.push_back(sbpl::Regex(sbpl::GlobExpression(path, sbpl::Below::kIncluded)));
    } else {
      filters.push_back(sbpl::Subpath(path));
      filters.push_back(sbpl::Regex(sbpl::PathExpression(path, sbpl::Below::kIncluded)));
    }
  }

  // The directories above a denied path that a program could move. What `**` stands for may move: it still matches.
  void AddAbove(const std::string& path, std::set<std::string>& filters) const {
    for (const std::string& above : Ancestors(path)) {
      if (above.ends_with("**") || !MayBeWritten(above)) continue;
      filters.insert(sbpl::Regex(IsGlob(above) ? sbpl::GlobExpression(above, sbpl::Below::kLeftOut)
                                               : sbpl::PathExpression(above, sbpl::Below::kLeftOut)));
    }
  }

  bool MayBeWritten(const std::string& path) const {
    // Of a glob, the directory that it certainly lies in.
    const std::string fixed =
        IsGlob(path) ? path.substr(0, path.rfind('/', path.find_first_of(kGlobCharacters)) + 1) : path;
    return std::any_of(write_.begin(), write_.end(), [&](const std::string& root) {
      const std::vector<std::string> spellings = Spellings(root);
      return std::any_of(spellings.begin(), spellings.end(), [&](const std::string& spelling) {
        return PathContains(spelling, fixed) || (IsGlob(path) && PathContains(fixed, spelling));
      });
    });
  }

  const Policy& policy_;
  const LinkedPaths& links_;
  bool reads_system_ = false;
  std::vector<std::string> read_;
  std::vector<std::string> write_;
  std::vector<std::string> deny_;
  std::vector<std::string> sockets_;
};

}  // namespace

std::vector<std::string> Spellings(const std::string& path) {
  constexpr std::string_view kPrivate = "/private";
  for (const char* linked : {"/tmp", "/var", "/etc"}) {
    if (PathContains(linked, path)) return {std::string(kPrivate) + path, path};
    if (PathContains(std::string(kPrivate) + linked, path)) return {path, path.substr(kPrivate.size())};
  }
  return {path};
}

std::vector<std::string> PathsOf(const Policy& policy, const harness::SessionStage& stage) {
  std::vector<std::string> paths = {Normal(stage.tools_directory), Normal(stage.tmp)};
  const harness::Filesystem& files = policy.filesystem;
  for (const auto* named : {&files.read, &files.write, &files.deny, &policy.network.unix_sockets}) {
    for (const std::string& path : *named) {
      if (path != harness::kSystem) paths.push_back(Normal(path));
    }
  }
  return paths;
}

std::variant<std::string, Refused> SeatbeltProfile(const Policy& policy, const harness::SessionStage& stage,
                                                   const LinkedPaths& links) {
  const Translation translation(policy, stage, links);
  if (auto refused = translation.FindUnenforceable()) return *std::move(refused);
  return translation.Profile();
}

}  // namespace adapters
