// SPDX-License-Identifier: Apache-2.0
#include "harness/load/schema.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/load/expectation_reader.h"
#include "harness/load/policy_schema.h"
#include "harness/load/schema_parts.h"
#include "harness/model/scenario.h"

namespace harness {
namespace {

using Json = SchemaJson;
using Kind = Expectation::Kind;

Json ArgumentSchema(const Argument& argument) {
  Json schema;
  switch (argument.type) {
    case ArgumentType::kPath:
      schema = Matching("^(/|\\$\\{)");
      break;
    case ArgumentType::kUrl:
      schema = Matching("^http://");
      break;
    case ArgumentType::kHost:
      schema = NotEmpty();
      break;
    case ArgumentType::kNumber:
      schema = {{"type", {"integer", "string"}}, {"minimum", 0}, {"pattern", "^[0-9]+$"}};
      break;
    case ArgumentType::kText:
      schema = Scalar();
      break;
  }
  return Described(schema, argument.meaning);
}

// A verb's value: its first argument alone where no other is required, a mapping of them, or nothing where
// none is.
Json VerbSchema(const Verb& verb) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Argument& argument : verb.arguments) {
    properties[argument.name] = ArgumentSchema(argument);
    if (argument.required) required.push_back(argument.name);
  }
  const bool first_is_required = !verb.arguments.empty() && verb.arguments.front().required;
  Json forms = Json::array();
  if (!verb.arguments.empty() && required.size() == (first_is_required ? 1u : 0u)) {
    forms.push_back(ArgumentSchema(verb.arguments.front()));
  }
  forms.push_back({{"type", "object"}, {"additionalProperties", false}, {"properties", properties}});
  if (required.empty()) {
    forms.push_back({{"type", "null"}});
  } else {
    forms.back()["required"] = required;
  }
  return Described({{"anyOf", forms}}, verb.meaning);
}

Json OneKey(const std::string& key, Json value) {
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", {key}},
          {"properties", {{key, std::move(value)}}}};
}

Json ExpectationSchema(const std::vector<Kind>& kinds) {
  Json words = Json::array();
  Json forms = Json::array();
  for (const Kind kind : kinds) {
    const std::string& word = ExpectationWords()[static_cast<std::size_t>(kind)];
    if (kind == Kind::kExit) {
      forms.push_back(OneKey(word, {{"type", "integer"}, {"minimum", 0}, {"maximum", 255}}));
    } else if (kind == Kind::kSignal) {
      forms.push_back(OneKey(word, Matching("^SIG")));
    } else {
      words.push_back(word);
      if (kind == Kind::kDenied) forms.push_back(OneKey(word, Matching("^E")));
    }
  }
  if (!words.empty()) forms.push_back({{"enum", words}});
  return {{"anyOf", forms}};
}

// For the verbs that can expect the same, one condition that says what they can expect.
Json ExpectationRules() {
  std::map<std::vector<Kind>, Json> verbs_by_kinds;
  for (const Verb& verb : AllVerbs()) {
    const std::span<const Kind> kinds = ExpectationsOf(verb);
    verbs_by_kinds[{kinds.begin(), kinds.end()}].push_back({{"required", {verb.name}}});
  }
  Json rules = Json::array();
  for (const auto& [kinds, verbs] : verbs_by_kinds) {
    rules.push_back(
        {{"if", {{"anyOf", verbs}}}, {"then", {{"properties", {{"expect", ExpectationSchema(kinds)}}}}}});
  }
  return rules;
}

Json StepsSchema() {
  Json properties;
  properties["expect"] = {{"description", "what must be seen: the word, or a mapping with one value"}};
  for (const Verb& verb : AllVerbs()) properties[verb.name] = VerbSchema(verb);
  Json step = Closed(properties);
  step["required"] = {"expect"};
  // The loader wants exactly one verb beside the expectation.
  step["minProperties"] = 2;
  step["maxProperties"] = 2;
  step["allOf"] = ExpectationRules();
  return {{"type", "array"}, {"minItems", 1}, {"maxItems", 256}, {"items", step}};
}

Json StageSchema() {
  Json properties;
  Json one_kind = Json::array();
  for (const std::string& kind : StageItemNames()) {
    properties[kind] = NotEmpty();
    one_kind.push_back({{"required", {kind}}});
  }
  properties["content"] = Described(Scalar(), "of a file, or what a symlink says");
  const Json item = {{"type", "object"},
                     {"additionalProperties", false},
                     {"properties", properties},
                     {"oneOf", one_kind},
                     {"dependencies",
                      {{"symlink", {"content"}},
                       {"content", {{"anyOf", {{{"required", {"file"}}}, {{"required", {"symlink"}}}}}}}}}};
  return {{"type", "array"}, {"maxItems", 256}, {"items", item}};
}

Json SessionsSchema() {
  Json properties;
  properties["name"] = Described(Matching("^[a-z][a-z0-9-]*$"), "main is the first one's");
  properties["policy"] = Described(PolicySchema(), "default: that of the scenario");
  properties["workspace"] = Described(Matching("^(/|\\$\\{)"), "where its launches start; default: ${workspace}");
  Json item = Closed(properties);
  item["required"] = {"name"};
  return {{"type", "array"}, {"items", item}};
}

Json TopLevelProperties() {
  Json properties;
  properties["title"] = Described(NotEmpty(), "the promise, in one line");
  properties["why"] = Described(NotEmpty(), "why a sandbox has to keep it");
  properties["refs"] = Described(ListOf(NotEmpty()), "public issues or advisories that it guards against");
  properties["pack"] =
      Described(Matching("^[a-z][a-z0-9-]*$"), "the pack that requires it; ci/lock_packs puts it there");
  properties["needs"] = Described(ListOf(Matching("^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$")),
                                  "capabilities that the adapter has to promise");
  properties["programs"] = Described(ListOf(Matching("^[^/]+$")), "programs of the host without which it cannot be run");
  properties["workspace"] =
      Described(Matching("^(\\$\\{(home|tmp|elsewhere)\\}|/tmp)/"), "where the workspace lies; default: its usual place");
  Json surfaces = ListOf({{"enum", SurfaceNames()}});
  surfaces["minItems"] = 1;
  properties["surfaces"] =
      Described(surfaces, "ways in to the session; default: all that the adapter offers");
  properties["policy"] = Described(PolicySchema(), "the operator's; default: nothing but the workspace");
  properties["project"] =
      Described(PolicySchema(), "what the workspace asks for, on top of a copy of the policy");
  properties["sessions"] = Described(SessionsSchema(), "further sessions, for session.open");
  properties["repeat"] = Described({{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}},
                                   "how many times the steps are carried out on one stage; default: 1");
  properties["stage"] = Described(StageSchema(), "what is made on top of what every stage has");
  properties["steps"] = Described(StepsSchema(), "what is done, and what must come of it");
  properties["timeout"] = Described(Matching("^[0-9]+(ms|s)$"), "of each launch; default: 10s");
  return properties;
}

}  // namespace

std::string ScenarioSchema() {
  const Json schema = {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", "Sandproof scenario"},
      {"description", "One case of a sandbox's promise; scenarios/README.md describes the format."},
      {"type", "object"},
      {"additionalProperties", false},
      {"required", {"title", "why", "steps"}},
      {"properties", TopLevelProperties()}};
  return schema.dump(2) + "\n";
}

}  // namespace harness
