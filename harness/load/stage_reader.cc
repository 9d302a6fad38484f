// SPDX-License-Identifier: Apache-2.0
#include "harness/load/stage_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "harness/load/fields.h"
#include "harness/load/text_rules.h"
#include "harness/load/values.h"
#include "harness/load/variables.h"

namespace harness {
namespace {

using Kind = StageItem::Kind;

// More than any promise needs; it keeps the time that a check takes within bounds.
constexpr std::size_t kMostItems = 256;
constexpr char kContent[] = "content";

std::vector<std::string> KnownKeys() {
  std::vector<std::string> known = StageItemNames();
  known.emplace_back(kContent);
  return known;
}

// The first key of `node` that names a kind; null, with a problem, where there is none or more than one.
const Node* FindKind(const Node& node, Kind& kind, ProblemList& problems) {
  const std::vector<std::string>& names = StageItemNames();
  const Node* found = nullptr;
  for (const Node& key : node.keys) {
    const auto name = std::find(names.begin(), names.end(), key.text);
    if (key.kind != Node::Kind::kScalar || name == names.end()) continue;
    if (found != nullptr) {
      problems.Add(key,
                   fmt::format("'{}' and '{}' in one stage item: write two items", found->text, key.text));
      return nullptr;
    }
    found = &key;
    kind = static_cast<Kind>(name - names.begin());
  }
  if (found == nullptr && node.kind == Node::Kind::kMapping) {
    problems.Add(node, fmt::format("a stage item needs one of {}", fmt::join(names, ", ")));
  }
  return found;
}

void AddWrongText(const Node& node, const std::string& name, const std::string& wanted,
                  ProblemList& problems) {
  const std::string wrong = WrongWithVariables(node.text, VariableUse::kCase);
  if (!wrong.empty()) {
    problems.Add(node, fmt::format("'{}': {}", name, wrong));
  } else if (!wanted.empty()) {
    problems.Add(node, fmt::format("'{}' must be {}, not {}", name, wanted, Quoted(node.text)));
  }
}

void ReadContent(const Fields& fields, const Node& item_node, StageItem& item, ProblemList& problems) {
  const Node* const content = fields.Find(kContent);
  if (content == nullptr) {
    if (item.kind == Kind::kSymlink) {
      problems.Add(item_node, "a symlink needs 'content': the text of the link");
    }
    return;
  }
  if (item.kind != Kind::kFile && item.kind != Kind::kSymlink) {
    problems.Add(*content, "only a file and a symlink have 'content'");
    return;
  }
  const std::string name = fields.NameOf(kContent);
  const std::optional<std::string> text = item.kind == Kind::kSymlink ? ReadWord(*content, name, problems)
                                                                      : ReadAnyText(*content, name, problems);
  if (!text) return;
  AddWrongText(*content, name, item.kind == Kind::kSymlink ? WrongWithLinkText(*text) : "", problems);
  item.content = *text;
}

std::string WrongWithValue(Kind kind, const std::string& text) {
  switch (kind) {
    case Kind::kVariable: return WrongWithVariableName(text);
    case Kind::kOpenSocket: return WrongWithSocketKind(text);
    case Kind::kIpc: return WrongWithIpcKind(text);
    default: return WrongWithPath(text);
  }
}

// Within each of these nothing is made twice. The search path and what is left open name what another item may make.
enum class Group { kPaths, kVariables, kSockets, kIpc, kNothing };

Group GroupOf(Kind kind) {
  switch (kind) {
    case Kind::kVariable: return Group::kVariables;
    case Kind::kSearchPath:
    case Kind::kOpenFile:
    case Kind::kOpenDirectory: return Group::kNothing;
    case Kind::kOpenSocket: return Group::kSockets;
    case Kind::kIpc: return Group::kIpc;
    default: return Group::kPaths;
  }
}

std::optional<StageItem> ReadItem(const Node& node, ProblemList& problems) {
  const Fields fields(node, "stage[]", KnownKeys(), problems);
  StageItem item;
  const Node* const key = FindKind(node, item.kind, problems);
  if (key == nullptr) return std::nullopt;
  item.place = problems.PlaceOf(*key);
  const Node& path = *fields.Find(key->text);
  const std::optional<std::string> text = ReadWord(path, fields.NameOf(key->text), problems);
  if (text) {
    item.path = *text;
    AddWrongText(path, fields.NameOf(key->text), WrongWithValue(item.kind, *text), problems);
  }
  ReadContent(fields, node, item, problems);
  return item;
}

}  // namespace

std::vector<StageItem> ReadStage(const Node& node, ProblemList& problems) {
  std::vector<StageItem> stage;
  if (node.kind != Node::Kind::kSequence) {
    if (node.kind != Node::Kind::kBroken) {
      problems.Add(node, "'stage' must be a list, not " + Describe(node.kind));
    }
    return stage;
  }
  if (node.values.size() > kMostItems) {
    problems.Add(node, fmt::format("'stage' must hold at most {} items", kMostItems));
  }
  std::set<std::pair<Group, std::string>> made;
  for (const Node& item_node : node.values) {
    std::optional<StageItem> item = ReadItem(item_node, problems);
    if (!item) continue;
    const Group group = GroupOf(item->kind);
    if (group != Group::kNothing && !item->path.empty() && !made.emplace(group, item->path).second) {
      problems.Add(item->place, "the stage makes " + Quoted(item->path) + " twice");
    }
    stage.push_back(std::move(*item));
  }
  return stage;
}

}  // namespace harness
