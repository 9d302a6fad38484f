// SPDX-License-Identifier: Apache-2.0
#include "harness/load/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "harness/base/file.h"
#include "harness/load/expectation_reader.h"
#include "harness/model/scenario.h"

namespace harness {
namespace {

using Json = nlohmann::json;

constexpr char kShipped[] = SANDPROOF_SOURCE_DIR "/scenarios/scenario.schema.json";

Json StepSchema() { return Json::parse(ScenarioSchema())["properties"]["steps"]["items"]; }

// To accept a reviewed change, run this test with SANDPROOF_APPROVE=1 in the environment.
TEST(Schema, IsTheOneThatIsShipped) {
  if (std::getenv("SANDPROOF_APPROVE") != nullptr) {
    ASSERT_TRUE(WriteFileAtomically(kShipped, ScenarioSchema()));
  }
  const Result<std::string> shipped = ReadFile(kShipped);
  ASSERT_TRUE(shipped) << shipped.error().message;
  EXPECT_EQ(*shipped, ScenarioSchema()) << "accept it with SANDPROOF_APPROVE=1";
}

TEST(Schema, DescribesEveryVerbAndEachOfItsArguments) {
  const Json verbs = StepSchema()["properties"];
  EXPECT_EQ(verbs.size(), AllVerbs().size() + 1);
  for (const Verb& verb : AllVerbs()) {
    ASSERT_TRUE(verbs.contains(verb.name)) << verb.name;
    EXPECT_EQ(verbs[verb.name]["description"], verb.meaning);
    Json mapping;
    for (const Json& form : verbs[verb.name]["anyOf"]) {
      if (form.value("type", Json()) == "object") mapping = form;
    }
    EXPECT_EQ(mapping["additionalProperties"], false) << verb.name;
    EXPECT_EQ(mapping["properties"].size(), verb.arguments.size()) << verb.name;
    for (const Argument& argument : verb.arguments) {
      EXPECT_EQ(mapping["properties"][argument.name]["description"], argument.meaning) << verb.name;
      const Json required = mapping.value("required", Json::array());
      EXPECT_EQ(std::find(required.begin(), required.end(), argument.name) != required.end(),
                argument.required);
    }
  }
}

TEST(Schema, HasOneRuleForTheExpectationsOfEachVerb) {
  const std::string rules = StepSchema()["allOf"].dump();
  for (const Verb& verb : AllVerbs()) {
    const std::string required = "{\"required\":[\"" + verb.name + "\"]}";
    const std::size_t at = rules.find(required);
    ASSERT_NE(at, std::string::npos) << verb.name;
    EXPECT_EQ(rules.find(required, at + 1), std::string::npos) << verb.name;
  }
}

TEST(Schema, KnowsEveryKindOfStageItemAndEverySurface) {
  const Json properties = Json::parse(ScenarioSchema())["properties"];
  for (const std::string& kind : StageItemNames()) {
    EXPECT_TRUE(properties["stage"]["items"]["properties"].contains(kind)) << kind;
  }
  EXPECT_EQ(properties["surfaces"]["items"]["enum"], Json(SurfaceNames()));
}

// A list of one text within braces is easily taken for the text itself.
TEST(Schema, HasOnlyListsAsRequired) {
  const Json flat = Json::parse(ScenarioSchema()).flatten();
  for (const auto& [pointer, value] : flat.items()) {
    EXPECT_FALSE(pointer.ends_with("/required") || pointer.ends_with("/enum") || pointer.ends_with("/anyOf"))
        << pointer;
  }
}

}  // namespace
}  // namespace harness
