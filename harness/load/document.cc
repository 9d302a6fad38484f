// SPDX-License-Identifier: Apache-2.0
#include "harness/load/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/load/utf8.h"

namespace harness {
namespace {

// Ends a parse from within: yaml-cpp calls us while it recurses, so there is no other way out.
struct Stop {};

// yaml-cpp counts from 0, and has a mark of -1 for "nowhere".
Node NodeAt(const YAML::Mark& mark, Node::Kind kind) {
  Node node;
  node.kind = kind;
  node.line = std::max(mark.line, 0) + 1;
  node.column = std::max(mark.column, 0) + 1;
  return node;
}

// Builds the tree from the parser's events. Composing a YAML::Node instead would lose duplicate keys and
// expand aliases.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(ProblemList& problems) : problems_(problems) {}

  // Null where the document holds nothing, or where there is none.
  Node Take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (started_) {
      problems_.Add(NodeAt(mark, Node::Kind::kBroken), "a second document: a file holds exactly one");
      throw Stop{};
    }
    started_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const Node node = NodeAt(mark, Node::Kind::kNull);
    RefuseExtras(node, "", anchor);
    Attach(node);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    const Node node = NodeAt(mark, Node::Kind::kBroken);
    problems_.Add(
        node, "an alias (*name) is not allowed: write the value out, or quote a text that starts with '*'");
    Attach(node);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    Node node = NodeAt(mark, Node::Kind::kScalar);
    RefuseExtras(node, tag, anchor);
    node.plain = tag != "!";
    node.text = value;
    if (value.find('\0') != std::string::npos) {
      problems_.Add(node, "a NUL byte cannot stand in a text");
      node.kind = Node::Kind::kBroken;
    }
    Attach(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(NodeAt(mark, Node::Kind::kSequence), tag, anchor);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(NodeAt(mark, Node::Kind::kMapping), tag, anchor);
  }
  void OnMapEnd() override {
    RefuseDuplicates(open_.back());
    Close();
  }

 private:
  // "?" is the tag of a plain scalar or a collection, "!" that of a quoted scalar; any other stood in the
  // file.
  void RefuseExtras(const Node& node, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != 0) problems_.Add(node, "an anchor (&name) is not allowed");
    if (!tag.empty() && tag != "?" && tag != "!") {
      problems_.Add(node, "a tag (" + Quoted(tag) + ") is not allowed");
    }
  }

  void RefuseDuplicates(const Node& mapping) {
    std::set<std::string_view> seen;
    for (const Node& key : mapping.keys) {
      if (key.kind != Node::Kind::kScalar || seen.insert(key.text).second) continue;
      problems_.Add(key, "the key " + Quoted(key.text) + " stands twice in the same mapping");
    }
  }

  void Open(Node node, const std::string& tag, YAML::anchor_t anchor) {
    RefuseExtras(node, tag, anchor);
    if (open_.size() == kDeepestNesting) {
      problems_.Add(node, "nested deeper than " + std::to_string(kDeepestNesting) + " levels");
      throw Stop{};
    }
    open_.push_back(std::move(node));
  }

  void Close() {
    Node node = std::move(open_.back());
    open_.pop_back();
    Attach(std::move(node));
  }

  void Attach(Node node) {
    if (open_.empty()) {
      if (node.kind != Node::Kind::kNull) root_ = std::move(node);
      return;
    }
    Node& parent = open_.back();
    if (parent.kind != Node::Kind::kMapping) {
      parent.values.push_back(std::move(node));
      return;
    }
    if (parent.keys.size() > parent.values.size()) {
      AttachValue(parent, std::move(node));
      return;
    }
    if (node.kind != Node::Kind::kScalar && node.kind != Node::Kind::kBroken) {
      problems_.Add(node, "a key must be a word");
      node.kind = Node::Kind::kBroken;
    }
    parent.keys.push_back(std::move(node));
  }

  // The mark of nothing is that of the next token, perhaps lines away.
  static void AttachValue(Node& mapping, Node node) {
    const Node& key = mapping.keys.back();
    if (node.kind == Node::Kind::kNull) std::tie(node.line, node.column) = std::tie(key.line, key.column);
    mapping.values.push_back(std::move(node));
  }

  ProblemList& problems_;
  bool started_ = false;
  std::vector<Node> open_;  // the collections that enclose the next node, outermost first
  Node root_;
};

Node NodeAtOffset(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  Node node;
  node.line = static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t line_break = before.rfind('\n');
  node.column = static_cast<int>(offset - (line_break == std::string_view::npos ? 0 : line_break + 1)) + 1;
  return node;
}

// The library's message, with what is meant most often where it does not say it.
std::string YamlMessage(const YAML::Exception& error) {
  std::string message = "not valid YAML: " + Printable(error.msg);
  if (error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW || error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW) {
    message += " (within [] and {} a text with ${...} must be quoted)";
  } else if (error.msg == YAML::ErrorMsg::DOC_IN_SCALAR) {
    message += " (a quote is not closed)";
  } else if (error.msg == YAML::ErrorMsg::MAP_VALUE) {
    message += " (a text that holds ': ' must be quoted)";
  }
  return message;
}

bool IsReadable(const std::string& text, ProblemList& problems) {
  if (text.size() > kLongestDocument) {
    problems.Add("the file is longer than " + std::to_string(kLongestDocument) + " bytes");
    return false;
  }
  if (const std::size_t at = text.find('\0'); at != std::string::npos) {
    problems.Add(NodeAtOffset(text, at), "a NUL byte: the file must be UTF-8 text");
    return false;
  }
  if (const std::size_t at = FirstInvalidUtf8(text); at != text.size()) {
    problems.Add(NodeAtOffset(text, at), "the file must be UTF-8 text, and this byte is none");
    return false;
  }
  return true;
}

}  // namespace

std::optional<Node> ReadDocument(const std::string& text, ProblemList& problems) {
  if (!IsReadable(text, problems)) return std::nullopt;
  try {
    // yaml-cpp takes a quote that is open at the end of the file for closed; the end-of-document marker makes
    // it see.
    std::istringstream stream(text + (text.ends_with('\n') ? "...\n" : "\n...\n"));
    YAML::Parser parser(stream);
    TreeBuilder builder(problems);
    while (parser.HandleNextDocument(builder)) {
    }
    return builder.Take();
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    problems.Add(NodeAt(error.mark, Node::Kind::kBroken), YamlMessage(error));
  } catch (const std::exception& error) {
    problems.Add("not valid YAML: " + Printable(error.what()));
  }
  return std::nullopt;
}

std::optional<std::string> ReadText(const std::string& file, ProblemList& problems) {
  Result<std::string> text = ReadFile(file, kLongestDocument);
  if (text) return std::move(*text);
  problems.Add(text.error().message);
  return std::nullopt;
}

}  // namespace harness
