// SPDX-License-Identifier: Apache-2.0
#include "harness/load/fields.h"

#include <algorithm>
#include <utility>

#include "harness/base/nearest.h"

namespace harness {

Fields::Fields(const Node& node, std::string name, const std::vector<std::string>& known,
               ProblemList& problems)
    : node_(node), name_(std::move(name)), problems_(problems) {
  if (node.kind == Node::Kind::kBroken) return;
  const std::string owner = name_.empty() ? "the file" : "'" + name_ + "'";
  if (node.kind != Node::Kind::kMapping) {
    problems_.Add(node, owner + " must be a mapping, not " + Describe(node.kind));
    return;
  }
  for (const Node& key : node.keys) {
    if (key.kind != Node::Kind::kScalar || std::find(known.begin(), known.end(), key.text) != known.end())
      continue;
    const std::string where = name_.empty() ? "" : " in " + owner;
    problems_.Add(key, "unknown key " + Quoted(key.text) + where + DidYouMean(key.text, known));
  }
}

const Node* Fields::Find(std::string_view key) const {
  if (node_.kind != Node::Kind::kMapping) return nullptr;
  for (std::size_t i = 0; i < node_.keys.size(); ++i) {
    if (node_.keys[i].kind == Node::Kind::kScalar && node_.keys[i].text == key) return &node_.values[i];
  }
  return nullptr;
}

const Node* Fields::Require(std::string_view key) const {
  const Node* const value = Find(key);
  if (value == nullptr && node_.kind == Node::Kind::kMapping) {
    problems_.Add(node_, "the key '" + NameOf(key) + "' is missing");
  }
  return value;
}

std::string Fields::NameOf(std::string_view key) const {
  return name_.empty() ? std::string(key) : name_ + "." + std::string(key);
}

}  // namespace harness
