// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "harness/load/catalog.h"
#include "harness/load/problem.h"

namespace harness {

// Reads packs/NAME.yaml: the keys `pack`, which must say NAME, and `scenarios`, a mapping of ids to SHA-256
// digests.
std::variant<Pack, std::vector<Problem>> LoadPack(const std::string& file);

// How scenarios and pack files that no longer fit together are mended, to be put behind a message.
inline constexpr char kLockPacks[] = ": run ci/lock_packs, and review what it changes";

}  // namespace harness
