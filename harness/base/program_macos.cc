// SPDX-License-Identifier: Apache-2.0
#include <mach-o/dyld.h>

#include <cstdint>
#include <filesystem>

#include "harness/base/program.h"

namespace harness {

Result<std::string> ThisProgram() {
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) != 0) return Fail("cannot tell where this program lies");
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path.c_str(), error);
  if (error) return Fail("cannot tell where this program lies: " + error.message());
  return real.string();
}

}  // namespace harness
