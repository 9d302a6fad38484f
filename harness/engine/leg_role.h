// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace harness {

// The legs of a case, in the order in which they are run.
enum class LegRole { kVoid, kSubject, kNoop };

}  // namespace harness
