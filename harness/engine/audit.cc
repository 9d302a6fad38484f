// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/audit.h"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "harness/base/encoding.h"

namespace harness {
namespace {

class Audit {
 public:
  Audit(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets, const Policy& policy,
        const Observations& seen, const std::vector<TreeChange>& changes)
      : scenario_(scenario), script_(script), targets_(targets), policy_(policy), seen_(seen), changes_(changes) {}

  std::vector<Finding> Findings(const std::vector<Secret>& secrets) {
    FindChanges();
    FindLeaks(secrets);
    if (policy_.network.mode != Network::Mode::kOpen) {
      FindContacts();
      FindPackets();
    }
    FindSurvivors();
    if (!seen_.kernel_residue.empty()) Add(Finding::Kind::kResidue, seen_.kernel_residue);
    return std::move(findings_);
  }

 private:
  void Add(Finding::Kind kind, std::string detail) { findings_.push_back({kind, std::move(detail)}); }

  bool IsWritable(const std::string& path) const {
    const auto contains = [&path](const std::string& root) { return PathContains(root, path); };
    return std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), contains) &&
           !IsDenied(path);
  }

  bool IsDenied(const std::string& path) const {
    const auto& deny = policy_.filesystem.deny;
    return std::any_of(deny.begin(), deny.end(), [&path](const std::string& rule) {
      return PathContains(rule, path) || ::fnmatch(rule.c_str(), path.c_str(), FNM_LEADING_DIR) == 0;
    });
  }

  bool IsDirectory(const std::string& path) const {
    const auto entry = seen_.after.entries.find(path);
    return entry != seen_.after.entries.end() && S_ISDIR(entry->second.mode);
  }

  bool IsReadable(const std::string& path) const {
    const auto contains = [&path](const std::string& root) { return PathContains(root, path); };
    return (std::any_of(policy_.filesystem.read.begin(), policy_.filesystem.read.end(), contains) ||
            std::any_of(policy_.filesystem.write.begin(), policy_.filesystem.write.end(), contains)) &&
           !IsDenied(path);
  }

  bool MustNotHappen(std::size_t step) const {
    const Expectation::Kind kind = scenario_.steps[step].expect.kind;
    return kind == Expectation::Kind::kDenied || kind == Expectation::Kind::kRefused;
  }

  // The entries that steps are about, and the directories whose times change with them. Where a step must not happen, its
  // directory's times must not change either: that betrays an entry that was made and taken away again.
  std::set<std::string> AccountedFor() const {
    std::set<std::string> paths;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      for (const std::string& path : targets_[i].changes) {
        paths.insert(path);
        if (!MustNotHappen(i)) paths.insert(std::filesystem::path(path).parent_path().string());
      }
    }
    return paths;
  }

  // A script's own doings, where the policy lets it do them.
  bool IsCovered(const std::string& path) const {
    return IsWritable(path) && std::any_of(targets_.begin(), targets_.end(), [&path](const StepTarget& target) {
      return std::any_of(target.covered.begin(), target.covered.end(), [&path](const std::string& root) { return PathContains(root, path); });
    });
  }

  void FindChanges() {
    const std::set<std::string> accounted = AccountedFor();
    for (const TreeChange& change : changes_) {
      if (accounted.contains(change.path) || IsCovered(change.path)) continue;
      const bool granted = IsWritable(change.path);
      // What was made and removed again in a granted directory leaves nothing but the directory's times.
      if (granted && (change.what == "mtime" || change.what == "ctime") && IsDirectory(change.path)) continue;
      Add(granted ? Finding::Kind::kResidue : Finding::Kind::kChange, Describe(change));
    }
  }

  bool IsMeantToComeOut(const std::string& name) const {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      if (!MustNotHappen(i) && targets_[i].secret && targets_[i].secret->name == name) return true;
    }
    return false;
  }

  void Scan(const SecretScan& scan, const std::string& bytes, const std::string& place) {
    for (const SecretHit& hit : scan.Find(bytes)) {
      Add(Finding::Kind::kLeak, "the secret of " + Printable(hit.name) + " is in " + place + " (" + hit.encoding + ")");
    }
  }

  void FindLeaks(const std::vector<Secret>& secrets) {
    std::vector<Secret> hidden;
    for (const Secret& secret : secrets) {
      if (!IsReadable(secret.name) && !IsMeantToComeOut(secret.name)) hidden.push_back(secret);
    }
    const SecretScan scan(hidden);
    for (const LaunchObservation& launch : seen_.launches) {
      Scan(scan, launch.result.out, "standard output");
      for (const ProbeAnswer& answer : launch.output.answers) Scan(scan, answer.data, "what a step read");
      Scan(scan, launch.result.err, "standard error");
    }
    for (const ServerObservation& server : seen_.servers) {
      for (const servers::Contact& contact : server.contacts) Scan(scan, contact.raw + contact.body, "a request to " + contact.server);
    }
    for (const TreeChange& change : changes_) {
      const auto entry = seen_.after.entries.find(change.path);
      if (entry == seen_.after.entries.end() || !IsWritable(change.path)) continue;
      Scan(scan, change.path + '\n' + entry->second.content + '\n' + entry->second.link_target, Printable(change.path));
    }
  }

  bool IsListed(const ServerObservation& server) const {
    const Network& network = policy_.network;
    return std::any_of(server.reached_as.begin(), server.reached_as.end(), [&network](const std::string& name) {
      return std::find(network.allow.begin(), network.allow.end(), name) != network.allow.end() ||
             std::find(network.unix_sockets.begin(), network.unix_sockets.end(), name) != network.unix_sockets.end();
    });
  }

  // Whoever lets a listed host be reached may have to ask where it is.
  bool AsksForAListedHost(const ServerObservation& server, const servers::Contact& contact) const {
    const auto& allow = policy_.network.allow;
    return server.name == "dns4" && std::any_of(allow.begin(), allow.end(), [&contact](const std::string& entry) {
             return entry.substr(0, entry.rfind(':')) == contact.target;
           });
  }

  void FindContacts() {
    std::set<std::string> nonces;
    bool knocks = false;
    for (std::size_t i = 0; i < script_.steps.size(); ++i) {
      nonces.insert(script_.steps[i].nonce);
      knocks = knocks || scenario_.steps[i].verb->name == "net.knock";
    }
    for (const ServerObservation& server : seen_.servers) {
      if (IsListed(server)) continue;
      std::size_t accounted = 0;
      for (const servers::Contact& contact : server.contacts) {
        accounted += nonces.contains(contact.nonce) || AsksForAListedHost(server, contact) ? 1 : 0;
      }
      if (server.accepted > accounted && !(knocks && server.name == "knock4")) {
        Add(Finding::Kind::kContact, server.name + " accepted " + std::to_string(server.accepted - accounted) +
                                         " connection(s) that belong to no step");
      }
    }
  }

  void FindPackets() {
    if (seen_.packets.empty()) return;
    Add(Finding::Kind::kContact, std::to_string(seen_.packets.size()) +
                                     " packet(s) reached the internet that belong to no step, the first: " + seen_.packets.front());
  }

  void FindSurvivors() {
    const bool expected = std::any_of(scenario_.steps.begin(), scenario_.steps.end(),
                                      [](const Step& step) { return step.verb->witness == WitnessKind::kCensus; });
    if (expected) return;
    for (const ProcessInfo& process : seen_.survivors) Add(Finding::Kind::kSurvivor, Describe(process));
  }

  const Scenario& scenario_;
  const Script& script_;
  const std::vector<StepTarget>& targets_;
  const Policy& policy_;
  const Observations& seen_;
  const std::vector<TreeChange>& changes_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> FindUnaccounted(const Scenario& scenario, const Script& script, const std::vector<StepTarget>& targets,
                                     const std::vector<Secret>& secrets, const Policy& policy, const Observations& seen,
                                     const std::vector<TreeChange>& changes) {
  return Audit(scenario, script, targets, policy, seen, changes).Findings(secrets);
}

}  // namespace harness
