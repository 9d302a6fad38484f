// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/adapter/adapter.h"
#include "harness/base/result.h"
#include "harness/cli/installation.h"

namespace harness::cli {

// The only place that knows every adapter by name.

std::vector<std::string> AdapterNames();

// A spec for each sandbox that there is: what `--adapter all` stands for. The controls are not among them.
std::vector<std::string> SandboxSpecs();

// "bubblewrap" or "bubblewrap:path=/opt/bwrap": a name, and options as key=value with commas between them. A comma that
// no key follows belongs to the value.
struct AdapterSpec {
  std::string name;
  AdapterOptions options;
};
Result<AdapterSpec> ParseAdapterSpec(const std::string& text);

// The option `weaken` is every adapter's: it breaks the sandbox on purpose, see Adapter::Weakenings.
Result<std::unique_ptr<Adapter>> MakeAdapter(const std::string& spec, const Installation& installation);

}  // namespace harness::cli
