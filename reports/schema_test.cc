// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/base/file.h"
#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

// Holds reports against schema/report.schema.json as far as keys go: each key that is written is known, each
// that is required is written. schema/validate.py checks everything else.
class KeyCheck {
 public:
  explicit KeyCheck(json schema) : schema_(std::move(schema)) {}

  std::vector<std::string> Problems(const json& report) {
    problems_.clear();
    Check(report, schema_, "");
    return problems_;
  }

 private:
  // The schema that applies to `value`, behind references and choices.
  const json& Resolve(const json& value, const json& schema) const {
    if (schema.contains("$ref")) {
      return Resolve(value, schema_.at(json::json_pointer(schema["$ref"].get<std::string>().substr(1))));
    }
    if (!schema.contains("anyOf")) return schema;
    for (const json& choice : schema["anyOf"]) {
      const json& resolved = Resolve(value, choice);
      if (resolved.value("type", json()) == value.type_name()) return resolved;
    }
    return schema;
  }

  void Check(const json& value, const json& unresolved, const std::string& path) {
    const json& schema = Resolve(value, unresolved);
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        Check(value[i], schema.at("items"), path + "/" + std::to_string(i));
    }
    if (!value.is_object()) return;
    for (const json& key : schema.value("required", json::array())) {
      if (!value.contains(key.get<std::string>()))
        problems_.push_back("missing " + path + "/" + key.get<std::string>());
    }
    for (const auto& [key, inner] : value.items()) {
      const json& known = schema.contains("properties") && schema["properties"].contains(key)
                              ? schema["properties"][key]
                              : schema.at("additionalProperties");
      if (known == false) {
        problems_.push_back("unknown " + path + "/" + key);
      } else {
        Check(inner, known, path + "/" + key);
      }
    }
  }

  const json schema_;
  std::vector<std::string> problems_;
};

json Schema() {
  return json::parse(harness::ReadFile(SANDPROOF_SOURCE_DIR "/reports/schema/report.schema.json").value());
}

// The sample, with every part that may be left out.
json FullReport() {
  harness::RunReport report = SampleReport();
  report.cases[0].evidence.requested.network = {
      harness::Network::Mode::kAllow, {"good.test:80"}, {8080}, {"/run/x"}};
  report.cases[0].evidence.requested.limits = {harness::Milliseconds(1), harness::Milliseconds(1), 1, 1, 1};
  return json::parse(WriteJson(report));
}

TEST(Schema, KnowsEveryKeyThatIsWrittenAndMissesNone) {
  EXPECT_THAT(KeyCheck(Schema()).Problems(FullReport()), IsEmpty());
}

TEST(Schema, FindsKeysThatAreMissingOrUnknownAtAnyDepth) {
  KeyCheck check(Schema());
  json report = FullReport();
  report["cases"][0]["steps"][0]["control"].erase("armed");
  report["cases"][0]["policy"]["declared"]["filesystem"]["extra"] = 1;
  report["extra"] = 1;
  EXPECT_THAT(check.Problems(report),
              UnorderedElementsAre("missing /cases/0/steps/0/control/armed",
                                   "unknown /cases/0/policy/declared/filesystem/extra", "unknown /extra"));
}

void ExpectStrict(const json& schema, const std::string& path) {
  if (schema.is_object() && schema.contains("properties")) {
    EXPECT_EQ(schema.value("additionalProperties", json()), false) << path;
    const bool optional = path.find("/limits") != std::string::npos;
    const std::size_t left_out = schema["properties"].size() - schema["required"].size();
    EXPECT_EQ(left_out > 0, optional) << path;
  }
  if (!schema.is_structured()) return;
  for (const auto& [key, inner] : schema.items()) ExpectStrict(inner, path + "/" + key);
}

TEST(Schema, LetsNoObjectHaveOtherKeysAndRequiresThemAll) { ExpectStrict(Schema(), ""); }

}  // namespace
}  // namespace reports
