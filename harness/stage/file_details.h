// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>
#include <time.h>

#include <map>
#include <string>
#include <vector>

#include "harness/base/unique_fd.h"

namespace harness {

// What a snapshot asks for and each system has its own names for.

using Xattrs = std::map<std::string, std::string>;

Xattrs XattrsOfOpen(int fd);
// Of what must not be opened: the entry `name` of the open directory `parent`, or of AT_FDCWD. No link is followed.
Xattrs XattrsAt(int parent, const char* name);

struct timespec ModifiedAt(const struct stat& status);
struct timespec ChangedAt(const struct stat& status);

// Opens without leaving a trace in the access time, where that may be asked for.
UniqueFd OpenQuietly(int parent, const char* name, int flags);

// Adds the names in an open directory, in no order, but . and .. . Of a directory that was removed, none. Stops soon after
// there are more than `most`. False, with errno set, where it cannot be read.
bool ReadNames(int fd, std::size_t most, std::vector<std::string>& names);

// The clock by which the kernel stamps files.
extern const clockid_t kStampClock;

}  // namespace harness
