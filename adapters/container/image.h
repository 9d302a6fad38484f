// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "adapters/container/translate.h"
#include "harness/base/result.h"

namespace adapters {

// Whether the program at `path` starts without a loader, and so in an image that holds nothing else.
bool IsStatic(const std::string& path);

// Makes an image in `directory` that holds `busybox` and nothing else, and covers for what is denied. All of it belongs
// to `owner`.
harness::Result<ContainerImage> LayOutImage(const std::string& directory, const std::string& busybox,
                                            const harness::Account& owner);

// Makes a directory or a file that belongs to `owner`.
harness::Result<void> MakeOwnedDirectory(const std::string& path, unsigned mode, const harness::Account& owner);
harness::Result<void> WriteOwnedFile(const std::string& path, const std::string& content, unsigned mode,
                                     const harness::Account& owner);

}  // namespace adapters
