// SPDX-License-Identifier: Apache-2.0
#include "reports/listing.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/model/surface.h"
#include "harness/model/verb.h"
#include "reports/printed_text.h"
#include "reports/table.h"

namespace reports {
namespace {

using harness::Argument;
using harness::ArgumentType;
using harness::Scenario;
using harness::Verb;
using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

const char* TypeName(ArgumentType type) {
  switch (type) {
    case ArgumentType::kPath: return "path";
    case ArgumentType::kText: return "text";
    case ArgumentType::kNumber: return "number";
    case ArgumentType::kUrl: return "url";
    case ArgumentType::kHost: return "host";
  }
  return "";
}

const char* SideName(harness::VerbSide side) {
  switch (side) {
    case harness::VerbSide::kProbe: return "probe";
    case harness::VerbSide::kFault: return "fault";
    case harness::VerbSide::kSession: return "session";
  }
  return "";
}

Json ScenarioJson(const Scenario& scenario) {
  Json json = Json::object();
  json["id"] = Printed(scenario.id);
  json["family"] = Printed(scenario.Family());
  json["pack"] = scenario.pack.empty() ? Json(nullptr) : Json(Printed(scenario.pack));
  json["surfaces"] = Json::array();
  for (const harness::Surface surface : harness::SurfacesOf(scenario)) json["surfaces"].push_back(harness::Name(surface));
  json["refs"] = Json::array();
  for (const std::string& ref : scenario.refs) json["refs"].push_back(Prose(ref));
  json["title"] = Prose(scenario.title);
  return json;
}

Json VerbJson(const Verb& verb) {
  Json json = Json::object();
  json["name"] = verb.name;
  json["meaning"] = verb.meaning;
  json["side"] = SideName(verb.side);
  json["witness"] = harness::Name(verb.witness);
  json["arguments"] = Json::array();
  for (const Argument& argument : verb.arguments) {
    Json one = Json::object();
    one["name"] = argument.name;
    one["type"] = TypeName(argument.type);
    one["required"] = argument.required;
    one["meaning"] = argument.meaning;
    one["changes"] = argument.changes;
    json["arguments"].push_back(one);
  }
  json["ends_launch"] = verb.ends_launch;
  return json;
}

std::string SurfacesText(const Scenario& scenario) {
  if (scenario.surfaces.empty()) return "every";
  std::vector<std::string_view> names;
  for (const harness::Surface surface : scenario.surfaces) names.push_back(harness::Name(surface));
  return fmt::format("{}", fmt::join(names, ", "));
}

// "path [content]": what is optional stands in brackets.
std::string ArgumentsText(const Verb& verb) {
  std::vector<std::string> names;
  for (const Argument& argument : verb.arguments) {
    names.push_back(argument.required ? argument.name : "[" + argument.name + "]");
  }
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string ListScenarios(const std::vector<Scenario>& scenarios, bool json) {
  if (json) {
    Json list = Json::array();
    for (const Scenario& scenario : scenarios) list.push_back(ScenarioJson(scenario));
    return Dump(list);
  }
  Table table(std::vector<Table::Align>(4, Table::Align::kLeft));
  table.Add({"scenario", "pack", "surfaces", "title"});
  for (const Scenario& scenario : scenarios) {
    std::string title = Prose(scenario.title);
    if (!scenario.refs.empty()) {
      title += fmt::format(" [{}]", Prose(fmt::format("{}", fmt::join(scenario.refs, ", "))));
    }
    table.Add({Printed(scenario.id), scenario.pack.empty() ? "-" : Printed(scenario.pack),
               SurfacesText(scenario), title});
  }
  return table.Render("");
}

std::string ListVerbs(bool json) {
  if (json) {
    Json list = Json::array();
    for (const Verb& verb : harness::AllVerbs()) list.push_back(VerbJson(verb));
    return Dump(list);
  }
  Table table(std::vector<Table::Align>(4, Table::Align::kLeft));
  table.Add({"verb", "arguments", "witness", "meaning"});
  for (const Verb& verb : harness::AllVerbs()) {
    table.Add({verb.name, ArgumentsText(verb), std::string(harness::Name(verb.witness)), verb.meaning});
  }
  return table.Render("");
}

}  // namespace reports
