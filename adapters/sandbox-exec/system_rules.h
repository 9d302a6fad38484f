// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace adapters {

// Rules of a profile that are the same for every policy.

// What every program needs: the root directory, devices, facts of the machine, a few services of the system.
std::string ProgramRules();

// Programs and libraries of a Mac, and those of their settings that are no secret.
std::string SystemRules();

// Every host, and names for them.
std::string OpenNetworkRules();

}  // namespace adapters
