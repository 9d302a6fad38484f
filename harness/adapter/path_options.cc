// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/path_options.h"

#include "harness/base/encoding.h"

namespace harness {

Result<AdapterOptions> PathOptions(const std::string& adapter, const AdapterOptions& given,
                                   const std::vector<std::string>& known) {
  AdapterOptions options;
  std::string list;
  for (const std::string& name : known) {
    options[name] = "";
    list += (list.empty() ? "" : ", ") + name;
  }
  for (const auto& [name, value] : given) {
    const auto option = options.find(name);
    if (option == options.end()) {
      return Fail("adapter " + adapter + " has no option '" + Printable(name) + "'; it knows: " + list);
    }
    if (!value.starts_with('/')) {
      return Fail("adapter " + adapter + " wants an absolute " + name + "=, not '" + Printable(value) + "'");
    }
    option->second = value;
  }
  return options;
}

}  // namespace harness
