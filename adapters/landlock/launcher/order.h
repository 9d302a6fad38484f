// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace landlock {

// Everything that the launcher is told. Its command line is the words of ToArguments.
struct Order {
  std::vector<std::string> system;              // shown where they are, read-only
  std::map<std::string, std::string> links;     // made in the new root: path to target
  std::map<std::string, bool> grants;           // path to whether it may be written, ordered so that a deeper one comes later
  std::vector<std::string> pinned;              // directories on the way to what is denied, which must not be moved
  std::vector<std::string> denied_files;
  std::vector<std::string> denied_directories;
  bool own_network = true;
  bool own_processes = true;
  bool keeps_terminal = false;                  // the program stays in the session whose terminal it has
  std::map<std::string, std::string> environment;
  std::string directory;                        // the program's working directory
  std::vector<std::string> command;
  bool operator==(const Order&) const = default;
};

std::vector<std::string> ToArguments(const Order& order);
// The other way round. Dies on a word that it does not know.
Order FromArguments(const std::vector<std::string>& arguments);

}  // namespace landlock
