// SPDX-License-Identifier: Apache-2.0
#include "reports/policy_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "harness/base/encoding.h"

namespace reports {
namespace {

using Json = nlohmann::ordered_json;

Json Strings(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& value : values) list.push_back(harness::Printable(value));
  return list;
}

// "10s", and "1500ms" where seconds would not be exact.
std::string Duration(harness::Milliseconds wait) {
  const auto count = wait.count();
  return count % 1000 == 0 ? fmt::format("{}s", count / 1000) : fmt::format("{}ms", count);
}

// "64M": the largest unit, in powers of 1024, that is exact.
std::string Bytes(std::uint64_t count) {
  constexpr std::uint64_t kStep = 1024;
  std::string unit;
  for (const char* larger : {"K", "M", "G"}) {
    if (count == 0 || count % kStep != 0) break;
    count /= kStep;
    unit = larger;
  }
  return fmt::format("{}{}", count, unit);
}

Json FilesystemJson(const harness::Filesystem& filesystem) {
  Json json = Json::object();
  json["read"] = Strings(filesystem.read);
  json["write"] = Strings(filesystem.write);
  json["deny"] = Strings(filesystem.deny);
  return json;
}

Json NetworkJson(const harness::Network& network) {
  if (network.mode == harness::Network::Mode::kNone) return "none";
  if (network.mode == harness::Network::Mode::kOpen) return "open";
  Json json = Json::object();
  json["allow"] = Strings(network.allow);
  json["listen"] = network.listen;
  json["unix"] = Strings(network.unix_sockets);
  return json;
}

Json ProcessJson(const harness::ProcessRules& process) {
  Json json = Json::object();
  json["isolate"] = process.isolate;
  json["signal-outside"] = process.signal_outside;
  return json;
}

Json EnvironmentJson(const harness::Environment& environment) {
  Json json = Json::object();
  json["pass"] = Strings(environment.pass);
  json["set"] = Json::object();
  for (const auto& [name, value] : environment.set)
    json["set"][harness::Printable(name)] = harness::Printable(value);
  return json;
}

Json LimitsJson(const harness::Limits& limits) {
  Json json = Json::object();
  json["wall"] = Duration(limits.wall);
  if (limits.cpu) json["cpu"] = Duration(*limits.cpu);
  if (limits.memory_bytes) json["memory"] = Bytes(*limits.memory_bytes);
  if (limits.disk_bytes) json["disk"] = Bytes(*limits.disk_bytes);
  if (limits.pids) json["pids"] = *limits.pids;
  if (limits.background) json["background"] = *limits.background;
  if (limits.output_bytes) json["output"] = Bytes(*limits.output_bytes);
  if (limits.files) json["files"] = *limits.files;
  return json;
}

}  // namespace

nlohmann::ordered_json PolicyJson(const harness::Policy& policy) {
  Json json = Json::object();
  json["sandbox"] = policy.sandbox ? "on" : "off";
  json["filesystem"] = FilesystemJson(policy.filesystem);
  json["network"] = NetworkJson(policy.network);
  json["process"] = ProcessJson(policy.process);
  json["environment"] = EnvironmentJson(policy.environment);
  json["limits"] = LimitsJson(policy.limits);
  return json;
}

}  // namespace reports
