// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/adapter.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/base/encoding.h"

namespace harness {

const std::vector<std::string>& TrustedSearchPath() {
  static const std::vector<std::string> kPath = {"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin"};
  return kPath;
}

std::optional<std::string> FindProgram(const std::string& name, const std::vector<std::string>& directories) {
  for (const std::string& directory : directories) {
    std::string path = directory + "/" + name;
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0) return path;
  }
  return std::nullopt;
}

std::optional<std::string> FindProgramAt(const std::string& path, const std::vector<std::string>& search_path) {
  const bool leads_anywhere = std::any_of(search_path.begin(), search_path.end(), [](const std::string& directory) {
    return ::access(directory.c_str(), X_OK) == 0;
  });
  const std::filesystem::path program(path);
  if (!leads_anywhere) return std::nullopt;
  return FindProgram(program.filename().string(), {program.parent_path().string()});
}

std::vector<std::string> CommandFor(Surface surface, const std::vector<std::string>& argv) {
  if (surface != Surface::kShell) return argv;
  std::string line;
  for (const std::string& word : argv) {
    if (!line.empty()) line += ' ';
    line += ShellWord(word);
  }
  return {"/bin/sh", "-c", line};
}

std::vector<std::string> WithoutCarrier(const std::vector<std::string>& argv, const std::vector<std::string>& carrier) {
  const bool carried = argv.size() >= carrier.size() && std::equal(carrier.begin(), carrier.end(), argv.begin());
  const std::size_t words = carried ? carrier.size() : std::min<std::size_t>(1, argv.size());
  return {argv.begin() + static_cast<std::ptrdiff_t>(words), argv.end()};
}

std::optional<std::string> EnvironmentValue(const std::vector<std::string>& environment, const std::string& name) {
  for (const std::string& entry : environment) {
    if (entry.starts_with(name + "=")) return entry.substr(name.size() + 1);
  }
  return std::nullopt;
}

}  // namespace harness
