// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "harness/arena/arena.h"
#include "harness/base/result.h"
#include "harness/engine/script.h"
#include "harness/model/identity.h"
#include "harness/model/scenario.h"

namespace harness {

// The faults of a scenario, in force from Inject until destruction.
class Faults {
 public:
  static Result<Faults> Inject(const Scenario& scenario, const Script& script, const Identity& subject, const Arena& arena);

  Faults(Faults&& other) noexcept;
  Faults& operator=(Faults&&) = delete;
  ~Faults();

  // See SessionRequest.
  const std::vector<std::string>& command_prefix() const { return command_prefix_; }
  const std::vector<std::string>& search_path() const { return search_path_; }

 private:
  explicit Faults(std::string scratch);
  Result<void> Remove(const std::string& program, const Identity& subject, const Arena& arena);

  std::string scratch_;
  std::vector<std::string> covered_;  // directories with an overlay over them
  std::vector<std::string> command_prefix_;
  std::vector<std::string> search_path_;
};

}  // namespace harness
