// SPDX-License-Identifier: Apache-2.0
#include "harness/load/policy_reader.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "harness/base/nearest.h"
#include "harness/load/fields.h"
#include "harness/load/text_rules.h"
#include "harness/load/values.h"
#include "harness/load/variables.h"

namespace harness {
namespace {

using Rule = std::string (*)(std::string_view);

bool IsGood(const Node& item, const std::string& name, Rule rule, ProblemList& problems) {
  const std::string wrong = WrongWithVariables(item.text, VariableUse::kCase);
  const std::string wanted = wrong.empty() ? rule(item.text) : "";
  if (!wrong.empty()) problems.Add(item, fmt::format("'{}': {}", name, wrong));
  if (!wanted.empty())
    problems.Add(item, fmt::format("'{}[]' must be {}, not {}", name, wanted, Quoted(item.text)));
  return wrong.empty() && wanted.empty();
}

// Puts the list at `key`, if there is one, into `list`.
void ReadList(const Fields& fields, const char* key, Rule rule, std::vector<std::string>& list,
              ProblemList& problems) {
  const Node* const node = fields.Find(key);
  if (node == nullptr) return;
  list.clear();
  for (const Node* item : ReadWords(*node, fields.NameOf(key), problems)) {
    if (IsGood(*item, fields.NameOf(key), rule, problems)) list.push_back(item->text);
  }
}

template <typename To, typename From>
void Put(std::optional<From> value, To& into) {
  if (value) into = static_cast<To>(*value);
}

std::string WrongWithReadable(std::string_view text) {
  const std::string wanted = text == kSystem ? "" : WrongWithPath(text);
  return wanted.empty() ? "" : wanted + ", or the word system";
}

void ReadFilesystem(const Node& node, const std::string& name, Filesystem& filesystem,
                    ProblemList& problems) {
  const Fields fields(node, name, {"read", "write", "deny"}, problems);
  ReadList(fields, "read", WrongWithReadable, filesystem.read, problems);
  ReadList(fields, "write", WrongWithPath, filesystem.write, problems);
  ReadList(fields, "deny", WrongWithPath, filesystem.deny, problems);
}

void ReadNetworkLists(const Node& node, const std::string& name, Network& network, ProblemList& problems) {
  const Fields fields(node, name, {"allow", "listen", "unix"}, problems);
  if (node.keys.empty()) problems.Add(node, fmt::format("'{}' allows nothing: write none for that", name));
  network.mode = Network::Mode::kAllow;
  ReadList(fields, "allow", WrongWithHost, network.allow, problems);
  ReadList(fields, "unix", WrongWithPath, network.unix_sockets, problems);
  const Node* const listen = fields.Find("listen");
  if (listen == nullptr) return;
  for (const Node* item : ReadWords(*listen, fields.NameOf("listen"), problems)) {
    const std::optional<std::uint64_t> port =
        ReadNumber(*item, fields.NameOf("listen") + "[]", 1, 65535, problems);
    if (port) network.listen.push_back(static_cast<std::uint16_t>(*port));
  }
}

void ReadNetwork(const Node& node, const std::string& name, Network& network, ProblemList& problems) {
  network = Network{};
  if (node.kind == Node::Kind::kMapping) return ReadNetworkLists(node, name, network, problems);
  const std::optional<std::string> word = ReadWord(node, name, problems);
  if (!word || *word == "none") return;
  network.mode = Network::Mode::kOpen;
  if (*word == "open") return;
  const std::vector<std::string> known = {"none", "open"};
  problems.Add(node, fmt::format("'{}' must be none, open or a mapping with allow, listen and unix, not {}{}",
                                 name, Quoted(*word), DidYouMean(*word, known)));
}

void ReadProcess(const Node& node, const std::string& name, ProcessRules& process, ProblemList& problems) {
  const Fields fields(node, name, {"isolate", "signal-outside"}, problems);
  const auto read = [&](const char* key, bool& into) {
    if (const Node* value = fields.Find(key)) {
      Put(ReadSwitch(*value, fields.NameOf(key), "true", "false", problems), into);
    }
  };
  read("isolate", process.isolate);
  read("signal-outside", process.signal_outside);
}

void ReadVariables(const Node& node, const std::string& name, Environment& environment,
                   ProblemList& problems) {
  environment.set.clear();
  if (node.kind != Node::Kind::kMapping) {
    if (node.kind != Node::Kind::kBroken) {
      problems.Add(
          node, fmt::format("'{}' must be a mapping of names to texts, not {}", name, Describe(node.kind)));
    }
    return;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const Node& key = node.keys[i];
    if (key.kind != Node::Kind::kScalar || !IsGood(key, name, WrongWithVariableName, problems)) continue;
    const std::optional<std::string> text =
        ReadAnyText(node.values[i], name + "." + Quoted(key.text), problems);
    const std::string wrong = text ? WrongWithVariables(*text, VariableUse::kCase) : "";
    if (!wrong.empty()) problems.Add(node.values[i], fmt::format("'{}': {}", name, wrong));
    if (text) environment.set[key.text] = *text;
  }
}

void ReadEnvironment(const Node& node, const std::string& name, Environment& environment,
                     ProblemList& problems) {
  const Fields fields(node, name, {"pass", "set"}, problems);
  ReadList(fields, "pass", WrongWithVariableName, environment.pass, problems);
  if (const Node* set = fields.Find("set")) ReadVariables(*set, fields.NameOf("set"), environment, problems);
}

void ReadLimits(const Node& node, const std::string& name, Limits& limits, ProblemList& problems) {
  const Fields fields(node, name, {"wall", "cpu", "memory", "disk", "pids", "background", "output", "files"}, problems);
  const auto read = [&](const char* key, auto reader, auto& into) {
    if (const Node* value = fields.Find(key)) Put(reader(*value, fields.NameOf(key), problems), into);
  };
  read("wall", ReadDuration, limits.wall);
  read("cpu", ReadDuration, limits.cpu);
  read("memory", ReadBytes, limits.memory_bytes);
  read("disk", ReadBytes, limits.disk_bytes);
  if (const Node* background = fields.Find("background")) {
    Put(ReadNumber(*background, fields.NameOf("background"), 1, UINT32_MAX, problems), limits.background);
  }
  if (const Node* pids = fields.Find("pids")) {
    Put(ReadNumber(*pids, fields.NameOf("pids"), 1, UINT32_MAX, problems), limits.pids);
  }
  read("output", ReadBytes, limits.output_bytes);
  if (const Node* files = fields.Find("files")) {
    Put(ReadNumber(*files, fields.NameOf("files"), 1, UINT32_MAX, problems), limits.files);
  }
}

}  // namespace

Policy ReadPolicy(const Node& node, const std::string& name, Policy base, ProblemList& problems) {
  Policy policy = std::move(base);
  const Fields fields(node, name, {"sandbox", "filesystem", "network", "process", "environment", "limits"},
                      problems);
  if (const Node* sandbox = fields.Find("sandbox")) {
    Put(ReadSwitch(*sandbox, fields.NameOf("sandbox"), "on", "off", problems), policy.sandbox);
  }
  const auto read = [&](const char* key, auto reader, auto& into) {
    if (const Node* value = fields.Find(key)) reader(*value, fields.NameOf(key), into, problems);
  };
  read("filesystem", ReadFilesystem, policy.filesystem);
  read("network", ReadNetwork, policy.network);
  read("process", ReadProcess, policy.process);
  read("environment", ReadEnvironment, policy.environment);
  read("limits", ReadLimits, policy.limits);
  return policy;
}

}  // namespace harness
