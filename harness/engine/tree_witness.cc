// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/base/encoding.h"
#include "harness/engine/step_view.h"

namespace harness {
namespace {

// An effect on several entries, such as a rename, happened if it happened to all. Where it must not happen, a part of it
// is already too much.
Outcome OutcomeOf(std::size_t touched, std::size_t expected, Expectation::Kind kind) {
  if (touched == 0) return Outcome::kNotHappened;
  return touched == expected || kind == Expectation::Kind::kDenied ? Outcome::kHappened : Outcome::kNotHappened;
}

// What is written into an existing file stands beside what was there before; a new or truncated file holds nothing else.
bool HoldsWhatWasWritten(const Verb& verb, const std::string& content, const std::string& written) {
  const bool keeps_more = verb.name == "run.script" || verb.name == "file.append" || verb.name == "file.overwrite" ||
                          verb.name == "mount.overwrite";
  return keeps_more ? content.find(written) != std::string::npos : content == written;
}

}  // namespace

Witness TreeWitness(const StepView& view) {
  Witness witness{"tree", Outcome::kNotHappened, {}};
  const std::vector<std::string>& about = view.target.changes;
  std::size_t touched = 0;
  for (const TreeChange& change : view.changes) {
    if (std::find(about.begin(), about.end(), change.path) == about.end()) continue;
    ++touched;
    witness.detail += (witness.detail.empty() ? "" : "; ") + Describe(change);
  }
  witness.outcome = OutcomeOf(touched, view.target.changes.size(), view.step.expect.kind);
  if (touched == 0) witness.detail = Printable(view.target.changes.front()) + " is as it was";
  const bool is_script = view.step.verb->name == "run.script";
  const auto content = view.script.arguments.find("content");
  const std::string& written = is_script || content == view.script.arguments.end() ? view.script.nonce : content->second;
  const auto entry = view.seen.after.entries.find(view.target.changes.front());
  const bool writes = (is_script || content != view.script.arguments.end()) && view.step.verb->name != "file.setxattr";
  if (witness.outcome == Outcome::kHappened && writes && view.step.expect.kind == Expectation::Kind::kAllowed &&
      (entry == view.seen.after.entries.end() || !HoldsWhatWasWritten(*view.step.verb, entry->second.content, written))) {
    witness.outcome = Outcome::kNotHappened;
    witness.detail += ", but it does not hold what was written";
  }
  return witness;
}

bool ChangesTheTree(const Verb& verb) {
  return std::any_of(verb.arguments.begin(), verb.arguments.end(), [](const Argument& one) { return one.changes; });
}

}  // namespace harness
