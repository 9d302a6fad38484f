// SPDX-License-Identifier: Apache-2.0
#include "harness/load/expectation_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/base/nearest.h"
#include "harness/load/fields.h"
#include "harness/load/values.h"
#include "harness/model/signal_names.h"

namespace harness {
namespace {

using Kind = Expectation::Kind;

constexpr int kHighestExitCode = 255;

const std::string& WordFor(Kind kind) { return ExpectationWords()[static_cast<std::size_t>(kind)]; }

std::optional<Expectation> ReadExpectationWord(const Node& node, ProblemList& problems) {
  const std::vector<std::string>& words = ExpectationWords();
  const std::optional<std::string> word = ReadWord(node, "expect", problems);
  if (!word) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), *word);
  const Kind kind = static_cast<Kind>(found - words.begin());
  if (found == words.end()) {
    problems.Add(node, "unknown expectation " + Quoted(*word) + DidYouMean(*word, words));
  } else if (kind == Kind::kExit || kind == Kind::kSignal) {
    problems.Add(node, fmt::format("'{}' needs a value: expect: {{{}: ...}}", *word, *word));
  } else {
    return Expectation{kind, 0, ""};
  }
  return std::nullopt;
}

std::optional<Expectation> ReadErrno(const Node& node, ProblemList& problems) {
  const std::optional<std::string> name = ReadWord(node, "expect.denied", problems);
  if (name && FindErrno(*name)) return Expectation{Kind::kDenied, 0, *name};
  if (name)
    problems.Add(node, "'expect.denied' must be the name of an errno, such as EROFS, not " + Quoted(*name));
  return std::nullopt;
}

std::optional<Expectation> ReadExit(const Node& node, ProblemList& problems) {
  const std::optional<std::uint64_t> code = ReadNumber(node, "expect.exit", 0, kHighestExitCode, problems);
  if (!code) return std::nullopt;
  return Expectation{Kind::kExit, static_cast<int>(*code), ""};
}

std::optional<Expectation> ReadSignal(const Node& node, ProblemList& problems) {
  const std::optional<std::string> name = ReadWord(node, "expect.signal", problems);
  const std::optional<int> number = name ? FindSignal(*name) : std::nullopt;
  if (number) return Expectation{Kind::kSignal, *number, ""};
  if (name)
    problems.Add(node, "'expect.signal' must be the name of a signal, such as SIGTERM, not " + Quoted(*name));
  return std::nullopt;
}

}  // namespace

const std::vector<std::string>& ExpectationWords() {
  static const std::vector<std::string> kWords = {"allowed", "denied", "refused", "absent", "exit", "signal", "same"};
  return kWords;
}

std::optional<Expectation> ReadExpectation(const Node& node, ProblemList& problems) {
  if (node.kind == Node::Kind::kBroken) return std::nullopt;
  if (node.kind != Node::Kind::kMapping) return ReadExpectationWord(node, problems);
  const Fields fields(node, "expect", {"denied", "exit", "signal"}, problems);
  if (node.keys.size() != 1) {
    problems.Add(node, "'expect' must be a word, or a mapping with exactly one of denied, exit, signal");
    return std::nullopt;
  }
  if (const Node* denied = fields.Find("denied")) return ReadErrno(*denied, problems);
  if (const Node* code = fields.Find("exit")) return ReadExit(*code, problems);
  if (const Node* signal = fields.Find("signal")) return ReadSignal(*signal, problems);
  return std::nullopt;
}

std::span<const Kind> ExpectationsOf(const Verb& verb) {
  static constexpr std::array kEither = {Kind::kAllowed, Kind::kDenied};
  static constexpr std::array kStdout = {Kind::kAllowed};
  static constexpr std::array kRun = {Kind::kRefused};
  static constexpr std::array kCensus = {Kind::kAbsent};
  static constexpr std::array kExit = {Kind::kExit};
  static constexpr std::array kSame = {Kind::kSame};
  static constexpr std::array kSignal = {Kind::kSignal};
  static constexpr std::array kDone = {Kind::kAllowed};
  static constexpr std::array kSession = {Kind::kAllowed, Kind::kRefused};
  switch (verb.witness) {
    case WitnessKind::kSession:
      return verb.can_be_refused ? std::span<const Kind>(kSession) : std::span<const Kind>(kDone);
    case WitnessKind::kRun:
      if (verb.side == VerbSide::kProbe) return kStdout;
      return kRun;
    case WitnessKind::kCensus:
    case WitnessKind::kZombies:
    case WitnessKind::kIpc:
      return kCensus;
    case WitnessKind::kValue:
      return kSame;
    case WitnessKind::kStdout:
      return kStdout;
    case WitnessKind::kEnding:
      if (verb.name != "proc.die") return kExit;
      return kSignal;
    case WitnessKind::kTree:
    case WitnessKind::kSecret:
    case WitnessKind::kLedger:
    case WitnessKind::kSentinel:
    case WitnessKind::kTerminal:
    case WitnessKind::kPeak:
      return kEither;
  }
  return {};
}

std::string WrongWithExpectation(const Expectation& expectation, const Verb& verb,
                                 const std::map<std::string, std::string>& arguments) {
  const std::span<const Kind> possible = ExpectationsOf(verb);
  if (std::find(possible.begin(), possible.end(), expectation.kind) == possible.end()) {
    std::vector<std::string> words;
    for (const Kind kind : possible) words.push_back(WordFor(kind));
    return fmt::format("a {} step can expect only {}", verb.name, fmt::join(words, " or "));
  }
  const auto argument =
      verb.arguments.empty() ? arguments.end() : arguments.find(verb.arguments.front().name);
  if (argument == arguments.end()) return {};
  if (expectation.kind == Kind::kExit &&
      ParseNumber(argument->second) != static_cast<std::uint64_t>(expectation.value)) {
    return "the exit code must be the one that the step ends with, " + Quoted(argument->second);
  }
  if (expectation.kind == Kind::kSignal && FindSignal(argument->second) != expectation.value) {
    return "the signal must be the one that the step dies of, " + Quoted(argument->second);
  }
  return {};
}

}  // namespace harness
