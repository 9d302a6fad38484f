// SPDX-License-Identifier: Apache-2.0
#include "harness/load/policy_schema.h"

#include <cstdint>
#include <string>

namespace harness {
namespace {

using Json = SchemaJson;

Json Paths(const std::string& description) { return Described(ListOf(Matching("^(/|\\$\\{)")), description); }

Json Duration(const std::string& description) { return Described(Matching("^[0-9]+(ms|s)$"), description); }

Json Bytes(const std::string& description) {
  return Described({{"type", {"integer", "string"}}, {"minimum", 1}, {"pattern", "^[0-9]+[KMG]?$"}},
                   description);
}

Json Count(std::uint32_t highest) { return {{"type", "integer"}, {"minimum", 1}, {"maximum", highest}}; }

Json FilesystemSchema() {
  Json properties;
  properties["read"] = Described(ListOf(Matching("^(/|\\$\\{|system$)")),
                                 "default: [system, ${workspace}]; `system` is what programs need to start");
  properties["write"] = Paths("default: [${workspace}]");
  properties["deny"] = Paths("paths and globs; wins over both; default: []");
  return Closed(properties);
}

Json NetworkSchema() {
  Json properties;
  properties["allow"] = Described(ListOf(NotEmpty()), "host:port that may be connected to");
  properties["listen"] = Described(ListOf(Count(UINT16_MAX)), "TCP ports that may be listened on");
  properties["unix"] = Paths("Unix sockets that may be connected to");
  Json lists = Closed(properties);
  lists["minProperties"] = 1;
  return {{"anyOf", {{{"enum", {"none", "open"}}}, lists}}};
}

Json EnvironmentSchema() {
  const std::string name = "^[A-Za-z_][A-Za-z0-9_]*$";
  Json properties;
  properties["pass"] =
      Described(ListOf(Matching(name)), "names that pass from the launcher's environment; default: []");
  properties["set"] = {{"type", "object"},
                       {"description", "names that are set, and to what"},
                       {"propertyNames", {{"pattern", name}}},
                       {"additionalProperties", Scalar()}};
  return Closed(properties);
}

Json LimitsSchema() {
  Json properties;
  properties["wall"] = Duration("how long a launch may take; default: 10s");
  properties["cpu"] = Duration("processor time; default: no limit");
  properties["memory"] = Bytes("default: no limit");
  properties["disk"] = Bytes("default: no limit");
  properties["background"] = Described(Count(UINT32_MAX), "background launches at the same time; default: 3");
  properties["pids"] = Described(Count(UINT32_MAX), "processes at the same time; default: no limit");
  properties["output"] = Bytes("of standard output and error together; default: no limit");
  properties["files"] = Described(Count(UINT32_MAX), "descriptors open in each process; default: no limit");
  return Closed(properties);
}

}  // namespace

Json PolicySchema() {
  const Json process = Closed({{"isolate", Described({{"type", "boolean"}}, "default: true")},
                               {"signal-outside", Described({{"type", "boolean"}}, "default: false")}});
  Json properties;
  properties["sandbox"] = Described({{"enum", {"on", "off"}}}, "off: the explicit opt-out; default: on");
  properties["filesystem"] = FilesystemSchema();
  properties["network"] = Described(NetworkSchema(), "default: none");
  properties["process"] = process;
  properties["environment"] = Described(EnvironmentSchema(), "default: nothing passes");
  properties["limits"] = LimitsSchema();
  return Closed(properties);
}

}  // namespace harness
