// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/base/result.h"

namespace harness {

// The path of the file that this process runs, with every link followed.
Result<std::string> ThisProgram();

}  // namespace harness
