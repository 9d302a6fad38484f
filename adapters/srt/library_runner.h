// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace adapters {

// A program for node that uses sandbox-runtime as the extensions of agents do, without its command: it initializes the
// SandboxManager with the settings, has the line wrapped, starts what came of that in a shell, and resets.
//
//   node runner.mjs PACKAGE-DIRECTORY SETTINGS-FILE LINE
//
// It ends with the exit code of the line, or 128 and the number of the signal that ended it.
extern const char kSrtLibraryRunner[];

}  // namespace adapters
