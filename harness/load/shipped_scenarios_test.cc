// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/base/file.h"
#include "harness/load/catalog.h"
#include "harness/load/expectation_reader.h"
#include "harness/model/judgement.h"

// The scenarios, packs and the description of their format, as they lie in the source tree.

namespace harness {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

constexpr char kRoot[] = SANDPROOF_SOURCE_DIR "/scenarios";

const Catalog& Shipped() {
  static const Catalog kCatalog = LoadCatalog(kRoot);
  return kCatalog;
}

std::string Content(const std::string& path) { return ReadFile(path).value_or(""); }

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST(ShippedScenarios, LoadWithoutProblems) {
  for (const Problem& problem : Shipped().problems) ADD_FAILURE() << Describe(problem);
  EXPECT_GE(Shipped().scenarios.size(), 45u);
}

TEST(ShippedScenarios, AreWhatTheirPacksHaveLocked) {
  std::vector<std::string> packs;
  for (const auto& [name, pack] : Shipped().packs) packs.push_back(name);
  ASSERT_THAT(packs, testing::Contains("core"));
  const Selection selection = Select(Shipped(), packs);
  for (const Problem& problem : selection.problems) ADD_FAILURE() << Describe(problem);
}

TEST(ShippedScenarios, NameASchemaThatIsThere) {
  const std::string marker = "# yaml-language-server: $schema=";
  for (const Scenario& scenario : Shipped().scenarios) {
    const std::string line = FirstLine(Content(scenario.file));
    ASSERT_TRUE(line.starts_with(marker)) << scenario.file;
    const fs::path schema = fs::path(scenario.file).parent_path() / line.substr(marker.size());
    std::error_code error;
    EXPECT_TRUE(fs::equivalent(schema, fs::path(kRoot) / "scenario.schema.json", error)) << scenario.file;
  }
}

TEST(ShippedScenarios, AreShort) {
  for (const Scenario& scenario : Shipped().scenarios) {
    const std::string text = Content(scenario.file);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << scenario.file;
  }
}

// A verb that no scenario uses is code that nobody has seen work.
TEST(ShippedScenarios, UseEveryVerb) {
  std::set<std::string> used;
  for (const Scenario& scenario : Shipped().scenarios) {
    for (const Step& step : scenario.steps) {
      used.insert(step.verb->name);
    }
  }
  for (const Verb& verb : AllVerbs()) EXPECT_TRUE(used.contains(verb.name)) << verb.name;
}

// One row of the table of verbs: "| `file.read` | `path` | ... |".
std::string RowOf(const std::string& readme, const std::string& verb) {
  const std::size_t start = readme.find("\n| `" + verb + "` |");
  return start == std::string::npos ? "" : FirstLine(readme.substr(start + 1));
}

TEST(ScenarioFormat, DescribesEveryVerbAsTheTableHasIt) {
  const std::string readme = Content(std::string(kRoot) + "/README.md");
  for (const Verb& verb : AllVerbs()) {
    const std::string row = RowOf(readme, verb.name);
    ASSERT_FALSE(row.empty()) << verb.name;
    EXPECT_THAT(row, HasSubstr("| " + std::string(Name(verb.witness)) + " |"));
    for (const Argument& argument : verb.arguments) {
      EXPECT_THAT(row, HasSubstr("`" + argument.name + (argument.required ? "`" : "`?"))) << verb.name;
    }
    for (const Expectation::Kind kind : ExpectationsOf(verb)) {
      EXPECT_THAT(row, HasSubstr(ExpectationWords()[static_cast<std::size_t>(kind)])) << verb.name;
    }
  }
}

TEST(ScenarioFormat, NamesEveryStageWordVariableSurfaceExpectationAndVerdict) {
  const std::string readme = Content(std::string(kRoot) + "/README.md");
  for (const std::string& word : StageItemNames())
    EXPECT_THAT(readme, HasSubstr("| `" + word + "` |")) << word;
  for (const std::string& name : VariableNames()) EXPECT_THAT(readme, HasSubstr("`${" + name + "}`")) << name;
  for (const std::string& name : SurfaceNames()) EXPECT_THAT(readme, HasSubstr("`" + name + "`")) << name;
  for (const std::string& word : ExpectationWords()) EXPECT_THAT(readme, HasSubstr("| `" + word)) << word;
  for (const Verdict verdict : AllVerdicts()) EXPECT_THAT(readme, HasSubstr("| " + Describe(verdict) + " |"));
}

}  // namespace
}  // namespace harness
