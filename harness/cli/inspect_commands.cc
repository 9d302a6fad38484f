// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/inspect_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/arena/arena.h"
#include "harness/arena/host_facts.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/base/nearest.h"
#include "harness/cli/adapter_registry.h"
#include "harness/cli/complain.h"
#include "harness/load/catalog.h"
#include "harness/load/schema.h"
#include "harness/model/promise.h"
#include "harness/model/report.h"
#include "harness/process/child.h"
#include "reports/explain.h"
#include "reports/listing.h"

namespace harness::cli {
namespace {

using nlohmann::ordered_json;

int Print(const std::string& text) {
  const Result<void> written = WriteAll(STDOUT_FILENO, text);
  if (!written) return Complain(written.error().message), kFault;
  return kConforms;
}

std::string AsLines(const std::vector<std::string>& words, bool json) {
  if (json) return ordered_json(words).dump(2) + "\n";
  std::string lines;
  for (const std::string& word : words) lines += word + "\n";
  return lines;
}

std::vector<std::string> SurfaceNames(const std::vector<Surface>& surfaces) {
  std::vector<std::string> names;
  for (const Surface surface : surfaces) names.emplace_back(Name(surface));
  return names;
}

// Every sandbox, and the controls.
std::vector<std::string> EverySpec() {
  std::vector<std::string> specs = SandboxSpecs();
  specs.insert(specs.end(), {"noop", "void"});
  return specs;
}

std::string ListAdapters(bool json, const Installation& installation) {
  ordered_json list = ordered_json::array();
  std::string lines;
  for (const std::string& name : EverySpec()) {
    const auto adapter = MakeAdapter(name, installation).value();
    const Identity identity = adapter->Describe();
    const bool available = identity.unavailable.empty();
    ordered_json weakenings = ordered_json::array();
    for (const Weakening& one : adapter->Weakenings()) {
      weakenings.push_back({{"name", one.name},
                            {"meaning", one.meaning},
                            {"caught_by", one.caught_by},
                            {"caught_on", std::string(Name(one.caught_on))}});
    }
    ordered_json outside = ordered_json::array();
    for (const OutsideSurface& one : identity.outside) {
      outside.push_back({{"surface", std::string(Name(one.surface))}, {"why", one.why}});
    }
    list.push_back({{"name", name}, {"available", available}, {"why", identity.unavailable}, {"remedy", identity.remedy},
                    {"capabilities", identity.capabilities}, {"surfaces", SurfaceNames(identity.surfaces)},
                    {"outside", outside},
                    {"weakenings", weakenings}});
    lines += fmt::format("{:32} {}\n", name, available ? "available" : identity.unavailable + "; " + identity.remedy);
  }
  return json ? list.dump(2) + "\n" : lines;
}

std::string ListPacks(const Catalog& catalog, bool json) {
  ordered_json list = ordered_json::array();
  std::string lines;
  for (const auto& [name, pack] : catalog.packs) {
    list.push_back({{"name", name}, {"digest", pack.Digest()}, {"scenarios", pack.scenarios.size()}});
    lines += fmt::format("{:12} {} scenarios, sha256:{}\n", name, pack.scenarios.size(), pack.Digest());
  }
  return json ? list.dump(2) + "\n" : lines;
}

// Whether a private arena is to be had here, tried in a process of its own.
std::string TryPrivateArena(const Installation& installation) {
  auto forked = Child::Fork(Arena::Namespaces(), [&installation] {
    const auto arena = Arena::EnterPrivate(installation.tools, {});
    if (!arena) std::fprintf(stderr, "  %s\n", arena.error().message.c_str());
    return arena ? 0 : 1;
  });
  if (const auto* failed = std::get_if<NotStarted>(&forked)) {
    return "no: new namespaces are refused (" + Describe(Ending(*failed)) + "); runs will use --arena host";
  }
  const Ending ending = std::get<Child>(forked).Wait(Deadline::In(Milliseconds(30'000)));
  return ending == Ending(Exited{0}) ? "yes" : "no: it could not be set up (see above); runs will use --arena host";
}

// What is named by its path may be anything, so it is not executed outside of an arena.
bool NamesNoPath(const std::string& spec) {
  const auto parsed = ParseAdapterSpec(spec);
  return parsed && std::none_of(parsed->options.begin(), parsed->options.end(),
                                [](const auto& option) { return option.second.starts_with('/'); });
}

std::string DescribeAdapter(const std::string& spec, const Identity& identity, const std::string& version) {
  constexpr char kIndent[] = "      ";
  if (!identity.unavailable.empty()) {
    return fmt::format("  {}  unavailable: {}\n{}remedy: {}\n", Printable(spec), identity.unavailable, kIndent, identity.remedy);
  }
  std::string text = fmt::format("  {}  {}\n", Printable(spec), version);
  for (const Component& component : identity.components) {
    text += fmt::format("{}{} sha256:{}\n", kIndent, Printable(component.path), component.sha256);
  }
  if (!identity.capabilities.empty()) text += fmt::format("{}promises {}\n", kIndent, fmt::join(identity.capabilities, ", "));
  const ArenaNeeds& needs = identity.arena;
  if (!needs.own_processes) text += std::string(kIndent) + "runs in an arena without a pid namespace\n";
  if (needs.host) text += std::string(kIndent) + "runs in the host arena only\n";
  return text;
}

}  // namespace

int ListCommand(const std::string& what, bool json, const std::string& scenarios, const Installation& installation) {
  if (what == "adapters") return Print(ListAdapters(json, installation));
  if (what == "capabilities") return Print(AsLines(AllPromises(), json));
  if (what == "verbs") return Print(reports::ListVerbs(json));
  const Catalog catalog = LoadCatalog(scenarios.empty() ? installation.scenarios : scenarios);
  if (!catalog.problems.empty()) return Complain(catalog.problems), kUsage;
  return Print(what == "packs" ? ListPacks(catalog, json) : reports::ListScenarios(catalog.scenarios, json));
}

int LintCommand(const std::vector<std::string>& paths, bool schema, const Installation& installation) {
  if (schema) return Print(ScenarioSchema());
  if (paths.empty()) return Complain("lint wants the files or folders that are to be checked"), kUsage;
  const Catalog catalog = LoadPaths(paths, installation.scenarios);
  Complain(catalog.problems);
  if (!catalog.problems.empty()) return kUsage;
  if (catalog.scenarios.empty()) return Complain("there is no scenario in what was named"), kUsage;
  return Print(fmt::format("{} scenario(s), no problem\n", catalog.scenarios.size()));
}

int ExplainCommand(const std::string& report, const std::string& case_id, const std::string& adapter) {
  const auto text = ReadFile(report);
  if (!text) return Complain(text.error().message), kUsage;
  const auto story = reports::Explain(*text, case_id, adapter);
  if (!story) return Complain(story.error().message), kUsage;
  return Print(*story);
}

int DoctorCommand(const std::string& adapter, const Installation& installation) {
  std::vector<std::string> specs = adapter.empty() ? EverySpec() : std::vector<std::string>{adapter};
  std::string text = "host\n";
  for (const auto& [name, value] : HostFacts()) text += fmt::format("  {:45} {}\n", name, value);
  text += "  private arena                                 " + TryPrivateArena(installation) + "\n";
  text += "adapters\n";
  int status = kConforms;
  for (const std::string& spec : specs) {
    auto made = MakeAdapter(spec, installation);
    if (!made) return Complain(made.error().message), kUsage;
    const Identity identity = (*made)->Describe();
    if (!adapter.empty() && !identity.unavailable.empty()) status = kNotVerified;
    text += DescribeAdapter(spec, identity, NamesNoPath(spec) ? (*made)->Version() : "not executed outside of an arena");
  }
  const int printed = Print(text);
  return printed == kConforms ? status : printed;
}

}  // namespace harness::cli
