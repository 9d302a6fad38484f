// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/adapter_registry.h"

#include <algorithm>
#include <functional>
#include <map>

#include "adapters/bubblewrap/bubblewrap_adapter.h"
#include "adapters/codex/codex_adapter.h"
#include "adapters/container/container_adapter.h"
#include "adapters/deno/deno_adapter.h"
#include "adapters/firejail/firejail_adapter.h"
#include "adapters/landlock/landlock_adapter.h"
#include "adapters/node-permission/node_permission_adapter.h"
#include "adapters/noop/noop_adapter.h"
#include "adapters/sandbox-exec/sandbox_exec_adapter.h"
#include "adapters/srt/srt_adapter.h"
#include "adapters/void/void_adapter.h"
#include "harness/adapter/weakened_adapter.h"
#include "harness/base/encoding.h"
#include "harness/base/nearest.h"

namespace harness::cli {
namespace {

using Factory = std::function<Result<std::unique_ptr<Adapter>>(const AdapterOptions&)>;

struct Entry {
  Factory make;
  std::vector<std::string> specs;  // of the sandboxes that it drives; none for a control
  // Options that are filled in where they are not given.
  std::function<AdapterOptions(const Installation&)> defaults = [](const Installation&) { return AdapterOptions(); };
};

Factory WithoutOptions(const std::string& name, std::unique_ptr<Adapter> (*make)()) {
  return [name, make](const AdapterOptions& options) -> Result<std::unique_ptr<Adapter>> {
    if (!options.empty()) return Fail("adapter " + name + " takes no options");
    return make();
  };
}

AdapterOptions Packages(const Installation& installation) { return {{"packages", installation.sandboxes}}; }

AdapterOptions DenoDefaults(const Installation& installation) {
  return {{"packages", installation.sandboxes}, {"steps", installation.adapters + "/deno/steps.mjs"}};
}

AdapterOptions NodeDefaults(const Installation& installation) {
  return {{"steps", installation.adapters + "/node-permission/steps.mjs"}};
}

const std::map<std::string, Entry>& Entries() {
  static const std::map<std::string, Entry> kEntries = {
      {"bubblewrap", {adapters::MakeBubblewrap, {"bubblewrap"}}},
      {"codex", {adapters::MakeCodex, {"codex"}, Packages}},
      {"landlock", {adapters::MakeLandlock, {"landlock"}, [](const Installation& here) {
         return AdapterOptions{{"launcher", here.programs + "/sandproof-landlock"}};
       }}},
      {"container",
       {adapters::MakeContainer,
        {"container:engine=runc", "container:engine=crun", "container:engine=runsc", "container:engine=podman",
         "container:engine=docker"}}},
      {"deno", {adapters::MakeDeno, {"deno"}, DenoDefaults}},
      {"firejail", {adapters::MakeFirejail, {"firejail"}}},
      {"node-permission", {adapters::MakeNodePermission, {"node-permission"}, NodeDefaults}},
      {"noop", {WithoutOptions("noop", adapters::MakeNoop), {}}},
      {"sandbox-exec", {WithoutOptions("sandbox-exec", adapters::MakeSandboxExec), {"sandbox-exec"}}},
      {"srt",
       {adapters::MakeSrt,
        {"srt", "srt:through=library", "srt:version=0.0.26", "srt:version=0.0.26,through=library"},
        Packages}},
      {"void", {WithoutOptions("void", adapters::MakeVoid), {}}}};
  return kEntries;
}

bool StartsWithKey(const std::string& text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
  return end != std::string::npos && end > 0 && text[end] == '=';
}

std::string Listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace

std::vector<std::string> AdapterNames() {
  std::vector<std::string> names;
  for (const auto& [name, entry] : Entries()) names.push_back(name);
  return names;
}

std::vector<std::string> SandboxSpecs() {
  std::vector<std::string> specs;
  for (const auto& [name, entry] : Entries()) specs.insert(specs.end(), entry.specs.begin(), entry.specs.end());
  return specs;
}

Result<AdapterSpec> ParseAdapterSpec(const std::string& text) {
  const std::size_t colon = text.find(':');
  AdapterSpec spec{text.substr(0, colon), {}};
  std::string rest = colon == std::string::npos ? std::string() : text.substr(colon + 1);
  if (colon != std::string::npos && !StartsWithKey(rest)) {
    return Fail("adapter options are written name:key=value, not '" + Printable(text) + "'");
  }
  while (!rest.empty()) {
    const std::size_t equals = rest.find('=');
    std::size_t end = rest.find(',', equals);
    while (end != std::string::npos && !StartsWithKey(rest.substr(end + 1))) end = rest.find(',', end + 1);
    const std::string key = rest.substr(0, equals);
    const std::string value = rest.substr(equals + 1, end == std::string::npos ? end : end - equals - 1);
    if (!spec.options.emplace(key, value).second) return Fail("adapter option '" + key + "' is given twice");
    rest = end == std::string::npos ? std::string() : rest.substr(end + 1);
  }
  return spec;
}

Result<std::unique_ptr<Adapter>> MakeAdapter(const std::string& text, const Installation& installation) {
  SANDPROOF_ASSIGN(AdapterSpec spec, ParseAdapterSpec(text));
  const auto found = Entries().find(spec.name);
  if (found == Entries().end()) {
    const std::vector<std::string> names = AdapterNames();
    return Fail("unknown adapter '" + Printable(spec.name) + "'" + DidYouMean(spec.name, names) + "; there are: " +
                Listed(names));
  }
  const auto weaken = spec.options.extract("weaken");
  spec.options.merge(found->second.defaults(installation));
  SANDPROOF_ASSIGN(std::unique_ptr<Adapter> adapter, found->second.make(spec.options));
  if (weaken.empty()) return adapter;
  return Weaken(std::move(adapter), weaken.mapped());
}

}  // namespace harness::cli
