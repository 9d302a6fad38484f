// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/base/result.h"

namespace harness {

// The whole content of a regular file or of a procfs file. Fails on a directory, and where the content is longer than
// `limit` bytes.
Result<std::string> ReadFile(const std::string& path, std::size_t limit = std::size_t{64} << 20);

// Writes `content` so that a reader, a crash or a full disk sees the old file or the new one and never a part: a
// temporary sibling, fsync(2), rename(2). A symbolic link at `path` is followed, as with any editor. What is not a
// regular file (a pipe, /dev/stdout) is written to directly.
Result<void> WriteFileAtomically(const std::string& path, std::string_view content);

// Writes all of `bytes` to `fd`, through short writes and EINTR.
Result<void> WriteAll(int fd, std::string_view bytes);

}  // namespace harness
