// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "harness/load/scenario_loader.h"

namespace harness {
namespace {

constexpr std::string_view kValid =
    "# comment\ntitle: \"t\"\nwhy: >-\n  two\n  lines\nrefs: [CVE-2023-1]\npack: core\nneeds: "
    "[network.none]\n"
    "surfaces: [exec]\ntimeout: 10s\npolicy:\n  sandbox: on\n  filesystem: {read: [system, "
    "\"${workspace}\"], deny: ['/a']}\n"
    "  network: {allow: ['good.test:80'], listen: [80]}\n  limits: {wall: 5s, memory: 64M}\n  environment: "
    "{set: {A: b}}\n"
    "project:\n  network: open\nstage:\n  - symlink: ${workspace}/out\n    content: ${outside}\n  - "
    "variable: TOKEN\n"
    "steps:\n  - file.write: ${workspace}/a\n    expect: allowed\n  - file.rename: {from: /x, to: /y}\n"
    "    expect: {denied: EROFS}\n  - proc.find:\n    expect: denied\n  - proc.exit: 3\n    expect: {exit: "
    "3}\n";

// Bits of syntax that lead a parser astray more often than chance does.
constexpr std::array<std::string_view, 28> kFragments = {
    "&a ",  "*a",   "!!int ",       "!<",  "[",  "]",     "{",
    "}",    ": ",   "- ",           "? ",  "\"", "'",     "|\n",
    ">+2",  "\n\n", "\t",           "---", "#",  "%Y",    "\xFF",
    "\\x0", "<<: ", "\xEF\xBB\xBF", "${",  "}",  "...\n", std::string_view("\0", 1)};

// The same numbers on every machine: the standard fixes this generator, but not its distributions.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  std::string Mutate(std::string text) {
    for (std::size_t changes = 1 + Below(4); changes > 0; --changes) text = MutateOnce(std::move(text));
    return text;
  }

 private:
  std::size_t Below(std::size_t bound) { return random_() % bound; }

  std::string MutateOnce(std::string text) {
    const std::size_t at = Below(text.size() + 1);
    const std::size_t length = Below(12);
    switch (Below(5)) {
      case 0:
        return text.insert(at, kFragments[Below(kFragments.size())]);
      case 1:
        return text.erase(at, length);
      case 2:
        return text.insert(at, text.substr(Below(text.size() + 1), length * 3));
      case 3:
        return text.replace(at, std::min<std::size_t>(1, text.size() - at), 1, static_cast<char>(Below(256)));
      default:
        return text.substr(0, at);
    }
  }

  std::mt19937 random_;
};

TEST(ScenarioFuzz, EveryMutationLoadsOrHasAPlacedProblem) {
  ASSERT_TRUE(std::holds_alternative<Scenario>(ParseScenario(std::string(kValid), "f", "id")));
  Mutator mutator(20'260'101);
  std::size_t loaded_count = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string text = mutator.Mutate(std::string(kValid));
    const auto loaded = ParseScenario(text, "f", "id");
    if (std::holds_alternative<Scenario>(loaded)) {
      ++loaded_count;
      continue;
    }
    const auto& problems = std::get<std::vector<Problem>>(loaded);
    ASSERT_FALSE(problems.empty()) << text;
    for (const Problem& problem : problems) {
      EXPECT_GT(problem.place.line, 0) << text;
      EXPECT_GT(problem.place.column, 0) << text;
      EXPECT_FALSE(problem.message.empty()) << text;
      EXPECT_EQ(problem.message.find('\n'), std::string::npos) << problem.message;
    }
  }
  // Neither all nor none: the mutations are neither harmless nor mere noise.
  EXPECT_GT(loaded_count, 50u);
  EXPECT_LT(loaded_count, 2500u);
}

TEST(ScenarioFuzz, EveryCutLoadsOrHasAProblem) {
  for (std::size_t size = 0; size < kValid.size(); ++size) {
    const auto loaded = ParseScenario(std::string(kValid.substr(0, size)), "f", "id");
    const auto* problems = std::get_if<std::vector<Problem>>(&loaded);
    EXPECT_TRUE(problems == nullptr || !problems->empty()) << size;
  }
}

TEST(ScenarioFuzz, LongRepetitionsAreRefused) {
  for (const std::string_view bit :
       {"[", "{", "- ", "? ", "\"", "'", "&a ", "*a ", "!", "|", ">", "%", ": ", ",", "\n", "\t", "a: "}) {
    std::string text;
    while (text.size() < 200'000) text += bit;
    EXPECT_TRUE(std::holds_alternative<std::vector<Problem>>(ParseScenario(text, "f", "id"))) << bit;
  }
}

}  // namespace
}  // namespace harness
