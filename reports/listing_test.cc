// SPDX-License-Identifier: Apache-2.0
#include "reports/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/sample_report_test.h"

namespace reports {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<harness::Scenario> TwoScenarios() {
  harness::Scenario other = UnsupportedCase().scenario;
  other.surfaces = {harness::Surface::kShell};
  return {BreachCase().scenario, other};
}

TEST(ListScenarios, GivesEachScenarioAsJson) {
  const json list = json::parse(ListScenarios(TwoScenarios(), true));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0], json::parse(R"({"id": "network/deny-http", "family": "network", "pack": "core",
      "surfaces": ["exec", "shell", "pty", "background", "background-pty", "child", "tool"], "refs": ["https://example.org/issues/1"],
      "title": "A request to a server outside is refused, and the server never sees it"})"));
  EXPECT_EQ(list[1]["pack"], nullptr);
  EXPECT_THAT(list[1]["surfaces"], ElementsAre("shell"));
}

TEST(ListScenarios, GivesEachScenarioAsALineForPeople) {
  EXPECT_EQ(ListScenarios(TwoScenarios(), false),
            "scenario            pack   surfaces   title\n"
            "network/deny-http   core   every      A request to a server outside is refused, and the server "
            "never sees "
            "it [https://example.org/issues/1]\n"
            "limits/cap-memory   -      shell      A title of limits/cap-memory\n");
}

TEST(ListScenarios, GivesAnEmptyListForNone) { EXPECT_EQ(ListScenarios({}, true), "[]\n"); }

TEST(ListVerbs, GivesEveryVerbWithItsArgumentsAndWitness) {
  const json list = json::parse(ListVerbs(true));
  const std::string text = ListVerbs(false);
  ASSERT_EQ(list.size(), harness::AllVerbs().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const harness::Verb& verb = harness::AllVerbs()[i];
    EXPECT_EQ(list[i]["name"], verb.name);
    EXPECT_EQ(list[i]["witness"], harness::Name(verb.witness));
    EXPECT_EQ(list[i]["arguments"].size(), verb.arguments.size());
    EXPECT_THAT(text, HasSubstr("\n" + verb.name + " "));
  }
  EXPECT_THAT(text, HasSubstr("path [content]"));
}

}  // namespace
}  // namespace reports
