// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/order.h"

#include "adapters/landlock/launcher/die.h"

namespace landlock {
namespace {

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}
  bool AtEnd() const { return at_ == words_.size(); }
  const std::string& Next() {
    if (AtEnd()) DieBecause("command line", "a value is missing after " + (at_ == 0 ? std::string("it") : words_[at_ - 1]));
    return words_[at_++];
  }
  std::vector<std::string> Rest() { return {words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end()}; }

 private:
  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> ToArguments(const Order& order) {
  std::vector<std::string> words;
  const auto add = [&words](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  for (const std::string& path : order.system) add({"--system", path});
  for (const auto& [path, target] : order.links) add({"--link", path, target});
  for (const auto& [path, writable] : order.grants) add({writable ? "--write" : "--read", path});
  for (const std::string& path : order.pinned) add({"--pin", path});
  for (const std::string& path : order.denied_files) add({"--deny-file", path});
  for (const std::string& path : order.denied_directories) add({"--deny-directory", path});
  if (!order.own_network) add({"--share-network"});
  if (!order.own_processes) add({"--share-processes"});
  if (order.keeps_terminal) add({"--keep-terminal"});
  for (const auto& [name, value] : order.environment) add({"--setenv", name, value});
  add({"--chdir", order.directory, "--"});
  words.insert(words.end(), order.command.begin(), order.command.end());
  return words;
}

Order FromArguments(const std::vector<std::string>& arguments) {
  Order order;
  Reader reader(arguments);
  while (!reader.AtEnd()) {
    const std::string option = reader.Next();
    if (option == "--") {
      order.command = reader.Rest();
      if (order.command.empty()) DieBecause("command line", "there is no program after --");
      return order;
    }
    if (option == "--system") {
      order.system.push_back(reader.Next());
    } else if (option == "--link") {
      const std::string path = reader.Next();
      order.links[path] = reader.Next();
    } else if (option == "--read" || option == "--write") {
      order.grants[reader.Next()] = option == "--write";
    } else if (option == "--pin") {
      order.pinned.push_back(reader.Next());
    } else if (option == "--deny-file") {
      order.denied_files.push_back(reader.Next());
    } else if (option == "--deny-directory") {
      order.denied_directories.push_back(reader.Next());
    } else if (option == "--share-network") {
      order.own_network = false;
    } else if (option == "--share-processes") {
      order.own_processes = false;
    } else if (option == "--keep-terminal") {
      order.keeps_terminal = true;
    } else if (option == "--setenv") {
      const std::string name = reader.Next();
      order.environment[name] = reader.Next();
    } else if (option == "--chdir") {
      order.directory = reader.Next();
    } else {
      DieBecause("command line", "there is no option " + option);
    }
  }
  DieBecause("command line", "there is no program");
}

}  // namespace landlock
