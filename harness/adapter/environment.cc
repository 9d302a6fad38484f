// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/environment.h"

namespace harness {

std::map<std::string, std::string> EnvironmentInside(const Policy& policy, const SessionStage& stage, const std::string& tmp,
                                                     const std::vector<std::string>& launcher_environment) {
  std::map<std::string, std::string> environment = {
      {"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", stage.home}, {"LANG", "C.UTF-8"}};
  if (!tmp.empty()) environment["TMPDIR"] = tmp;
  for (const std::string& name : policy.environment.pass) {
    if (auto value = EnvironmentValue(launcher_environment, name)) environment[name] = *value;
  }
  for (const auto& [name, value] : policy.environment.set) environment[name] = value;
  return environment;
}

std::vector<std::string> EnvironmentBlock(const std::map<std::string, std::string>& environment) {
  std::vector<std::string> block;
  for (const auto& [name, value] : environment) block.push_back(name + "=" + value);
  return block;
}

}  // namespace harness
