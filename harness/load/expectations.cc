// SPDX-License-Identifier: Apache-2.0
#include "harness/load/expectations.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <set>

#include "harness/base/nearest.h"
#include "harness/load/document.h"
#include "harness/load/fields.h"
#include "harness/load/values.h"
#include "harness/model/surface.h"

namespace harness {
namespace {

const std::vector<std::string>& Keys() {
  static const std::vector<std::string> kKeys = {"case", "verdict", "text", "reason", "link"};
  return kKeys;
}

constexpr std::array kVerdicts = {Verdict::kFail, Verdict::kWeakened, Verdict::kUnstable,
                                  Verdict::kInconclusive};

std::optional<Verdict> ReadVerdict(const Node& node, const std::string& word, ProblemList& problems) {
  std::vector<std::string> words;
  for (const Verdict verdict : kVerdicts) {
    if (Describe(verdict) == word) return verdict;
    words.push_back(Describe(verdict));
  }
  problems.Add(node, fmt::format("'entry.verdict' must be one of {}, not {}{}", fmt::join(words, ", "),
                                 Quoted(word), DidYouMean(word, words)));
  return std::nullopt;
}

void CheckCaseId(const Node& node, const std::string& id, ProblemList& problems) {
  const std::size_t at = id.find('@');
  if (at == std::string::npos) return;
  const std::string surface = id.substr(at + 1);
  if (FindSurface(surface)) return;
  problems.Add(node, "unknown surface " + Quoted(surface) + DidYouMean(surface, SurfaceNames()));
}

std::optional<KnownFailure> ReadKnownFailure(const Node& node, ProblemList& problems) {
  const Fields fields(node, "entry", Keys(), problems);
  if (node.kind != Node::Kind::kMapping) return std::nullopt;
  KnownFailure failure;
  failure.place = problems.PlaceOf(node);
  const auto read = [&](const char* key) {
    const Node* const value = fields.Require(key);
    return value == nullptr ? std::string() : ReadWord(*value, fields.NameOf(key), problems).value_or("");
  };
  failure.case_id = read("case");
  const std::string verdict = read("verdict");
  failure.text = read("text");
  failure.reason = read("reason");
  failure.link = read("link");
  if (!verdict.empty())
    failure.verdict = ReadVerdict(*fields.Find("verdict"), verdict, problems).value_or(Verdict::kFail);
  if (!failure.case_id.empty()) CheckCaseId(*fields.Find("case"), failure.case_id, problems);
  return failure;
}

}  // namespace

std::variant<std::vector<KnownFailure>, std::vector<Problem>> LoadExpectations(const std::string& file) {
  ProblemList problems(file);
  const std::optional<std::string> text = ReadText(file, problems);
  const std::optional<Node> document = text ? ReadDocument(*text, problems) : std::nullopt;
  if (!document) return problems.Take();
  std::vector<KnownFailure> failures;
  std::set<std::string> seen;
  if (document->kind != Node::Kind::kSequence && document->kind != Node::Kind::kNull) {
    problems.Add(*document, "the file must be a list, not " + Describe(document->kind));
  }
  for (const Node& node : document->values) {
    if (document->kind != Node::Kind::kSequence) break;
    std::optional<KnownFailure> failure = ReadKnownFailure(node, problems);
    if (!failure) continue;
    if (!failure->case_id.empty() && !seen.insert(failure->case_id).second) {
      problems.Add(node, fmt::format("the case {} stands twice", Quoted(failure->case_id)));
    }
    failures.push_back(std::move(*failure));
  }
  if (!problems.empty()) return problems.Take();
  return failures;
}

}  // namespace harness
