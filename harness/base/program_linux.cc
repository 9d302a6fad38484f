// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "harness/base/program.h"

namespace harness {

Result<std::string> ThisProgram() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return Fail("cannot tell where this program lies: " + error.message());
  return path.string();
}

}  // namespace harness
