// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace adapters::sbpl {

// What a program under a profile attempts, as the kernel shows it to Seatbelt: links in paths are followed already.
struct Attempt {
  std::string operation;              // "file-read-data"
  std::string object;                 // a path, a host and port, a name
  std::string kind = "REGULAR-FILE";  // of the file: DIRECTORY, SYMLINK
  std::string whose = "others";       // of a process: "same-sandbox" or "others"
};

// Decides as Seatbelt does, for the part of its language that profiles here are made of. Fails, with an exception, on
// anything else, so that no test passes because a rule was not understood.
class Evaluator {
 public:
  explicit Evaluator(const std::string& profile);
  ~Evaluator();
  bool Allows(const Attempt& attempt) const;

 private:
  struct Form;
  struct Rule;
  std::vector<Rule> rules_;
};

}  // namespace adapters::sbpl
