// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/evaluator_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <stdexcept>
#include <string_view>

namespace adapters::sbpl {

// A word, a text in quotes or a list.
struct Evaluator::Form {
  enum class Kind { kWord, kText, kList } kind = Kind::kList;
  std::string text;
  std::vector<Form> parts;

  const std::string& Word(std::size_t at) const {
    if (at >= parts.size() || parts[at].kind != Kind::kWord) throw std::invalid_argument("a word is missing: " + text);
    return parts[at].text;
  }
  const std::string& Text(std::size_t at) const {
    if (at >= parts.size() || parts[at].kind != Kind::kText) throw std::invalid_argument("a text is missing: " + text);
    return parts[at].text;
  }

  static Form Read(std::string_view& rest);
  bool Holds(const Attempt& attempt) const;
};

struct Evaluator::Rule {
  bool allows = false;
  std::vector<std::string> operations;
  std::vector<Form> filters;

  bool Applies(const Attempt& attempt) const;
};

namespace {

const std::set<std::string> kOperations = {
    "default", "file*", "file-ioctl", "file-map-executable", "file-read*", "file-read-metadata", "file-test-existence",
    "file-write-create", "file-write-data", "file-write-unlink", "mach-lookup", "network*", "network-bind",
    "network-inbound", "network-outbound", "process-exec*", "process-fork", "process-info*", "signal", "sysctl-read",
    "system-socket"};

void SkipBlanks(std::string_view& rest) {
  while (!rest.empty() && (std::isspace(static_cast<unsigned char>(rest.front())) != 0 || rest.front() == ';')) {
    rest.remove_prefix(rest.front() == ';' ? std::min(rest.find('\n'), rest.size()) : 1);
  }
}

bool IsBelow(const std::string& root, const std::string& path) {
  return root == "/" || path == root || path.starts_with(root + "/");
}

bool CoversOperation(const std::string& rule, const std::string& operation) {
  if (rule == "default") return true;
  return rule.back() == '*' ? operation.starts_with(rule.substr(0, rule.size() - 1)) : rule == operation;
}

bool CoversAddress(const std::string& pattern, const std::string& address) {
  if (!pattern.starts_with("localhost:") && !pattern.starts_with("*:")) {
    throw std::invalid_argument("a host must be * or localhost: " + pattern);
  }
  if (address.starts_with('/')) return false;
  const auto host = [](const std::string& text) { return text.substr(0, text.rfind(':')); };
  const auto port = [](const std::string& text) { return text.substr(text.rfind(':') + 1); };
  return (host(pattern) == "*" || host(pattern) == host(address)) &&
         (port(pattern) == "*" || port(pattern) == port(address));
}

}  // namespace

Evaluator::Form Evaluator::Form::Read(std::string_view& rest) {
  Form form;
  if (rest.empty()) throw std::invalid_argument("the profile ends within a form");
  if (rest.front() == '(') {
    rest.remove_prefix(1);
    for (SkipBlanks(rest); !rest.starts_with(')'); SkipBlanks(rest)) form.parts.push_back(Read(rest));
    rest.remove_prefix(1);
  } else if (rest.front() == '"') {
    form.kind = Kind::kText;
    rest.remove_prefix(1);
    while (!rest.starts_with('"')) {
      if (rest.starts_with('\\')) rest.remove_prefix(1);
      if (rest.empty()) throw std::invalid_argument("the profile ends within a text");
      form.text += rest.front();
      rest.remove_prefix(1);
    }
    rest.remove_prefix(1);
  } else {
    form.kind = Kind::kWord;
    const std::size_t end = std::min(rest.find_first_of("() \n\";"), rest.size());
    if (end == 0) throw std::invalid_argument("an unexpected character: " + std::string(rest.substr(0, 10)));
    form.text = rest.substr(0, end);
    rest.remove_prefix(end);
  }
  return form;
}

bool Evaluator::Form::Holds(const Attempt& attempt) const {
  const std::string& filter = Word(0);
  if (filter == "literal") return attempt.object == Text(1);
  if (filter == "subpath") return IsBelow(Text(1), attempt.object);
  if (filter == "regex") return std::regex_search(attempt.object, std::regex(Text(1), std::regex::extended));
  if (filter == "vnode-type") return attempt.kind == Word(1);
  if (filter == "target") return Word(1) == attempt.whose;
  if (filter == "sysctl-name" || filter == "global-name") return attempt.object == Text(1);
  if (filter == "sysctl-name-prefix") return attempt.object.starts_with(Text(1));
  if (filter == "socket-domain") return attempt.object == Word(1);
  if (filter == "require-all") {
    return std::all_of(parts.begin() + 1, parts.end(), [&](const Form& part) { return part.Holds(attempt); });
  }
  if ((filter == "remote" || filter == "local") && Word(1) == "ip") {
    const bool is_outbound = attempt.operation == "network-outbound";
    if (is_outbound != (filter == "remote")) throw std::invalid_argument("the wrong end of a connection");
    return parts.size() == 2 ? !attempt.object.starts_with('/') : CoversAddress(Text(2), attempt.object);
  }
  throw std::invalid_argument("an unknown filter: " + filter);
}

bool Evaluator::Rule::Applies(const Attempt& attempt) const {
  const bool is_meant = std::any_of(operations.begin(), operations.end(), [&](const std::string& operation) {
    return CoversOperation(operation, attempt.operation);
  });
  return is_meant && (filters.empty() || std::any_of(filters.begin(), filters.end(),
                                                     [&](const Form& filter) { return filter.Holds(attempt); }));
}

Evaluator::Evaluator(const std::string& profile) {
  std::string_view rest = profile;
  for (SkipBlanks(rest); !rest.empty(); SkipBlanks(rest)) {
    Form form = Form::Read(rest);
    const std::string& action = form.Word(0);
    if (action == "version") continue;
    if (action != "allow" && action != "deny") throw std::invalid_argument("an unknown form: " + action);
    Rule rule{action == "allow", {}, {}};
    for (std::size_t at = 1; at < form.parts.size(); ++at) {
      if (form.parts[at].kind == Form::Kind::kList) {
        rule.filters.push_back(std::move(form.parts[at]));
      } else if (kOperations.contains(form.Word(at)) && rule.filters.empty()) {
        rule.operations.push_back(form.Word(at));
      } else {
        throw std::invalid_argument("an unknown operation: " + form.Word(at));
      }
    }
    rules_.push_back(std::move(rule));
  }
}

Evaluator::~Evaluator() = default;

bool Evaluator::Allows(const Attempt& attempt) const {
  const auto last =
      std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& rule) { return rule.Applies(attempt); });
  return last != rules_.rend() && last->allows;
}

namespace {

TEST(Evaluator, LetsTheLastRuleThatMatchesDecide) {
  const Evaluator evaluator(
      "(version 1)\n(deny default)\n(allow file-read* (subpath \"/a\")) ; all\n(deny file* (literal \"/a/b\"))");
  EXPECT_TRUE(evaluator.Allows({"file-read-data", "/a/c"}));
  EXPECT_TRUE(evaluator.Allows({"file-read-data", "/a/b/c"}));
  EXPECT_FALSE(evaluator.Allows({"file-read-data", "/a/b"}));
  EXPECT_FALSE(evaluator.Allows({"file-read-data", "/ab"}));
  EXPECT_FALSE(evaluator.Allows({"file-write-data", "/a/c"}));
}

TEST(Evaluator, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(Evaluator("(import \"system.sb\")"), std::invalid_argument);
  EXPECT_THROW(Evaluator("(allow file-reed* (subpath \"/\"))"), std::invalid_argument);
  EXPECT_THROW(Evaluator("(allow file-read* (subpath \"/\")"), std::invalid_argument);
  const Evaluator evaluator("(allow signal (extension \"x\"))(allow network-outbound (remote ip \"good.test:80\"))");
  EXPECT_THROW(evaluator.Allows({"signal", "1"}), std::invalid_argument);
  EXPECT_THROW(evaluator.Allows({"network-outbound", "198.18.0.1:80"}), std::invalid_argument);
}

TEST(Evaluator, ReadsQuotedCharacters) {
  const Evaluator evaluator("(allow file-read* (literal \"/a\\\"b\\\\c\"))");
  EXPECT_TRUE(evaluator.Allows({"file-read-data", "/a\"b\\c"}));
}

}  // namespace
}  // namespace adapters::sbpl
