// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb View(std::string name, std::string meaning, std::vector<Argument> arguments = {}) {
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kValue, std::move(arguments)};
}

}  // namespace

// What a program sees of its own surroundings, and how they behave.
std::vector<Verb> ViewVerbs() {
  Verb arguments = View("self.arguments", "the words that the program was started with, byte for byte",
                        {Required("words", ArgumentType::kText, "which words the harness sends along")});
  // The words belong to a command line as a whole.
  arguments.own_launch = true;
  arguments.ends_launch = true;
  return {
      arguments,
      View("self.argv0", "argv[0]"),
      View("self.cwd", "getcwd(3)"),
      View("self.descriptors", "open /proc/self/fd/N, /dev/fd/N, /dev/stdin, /dev/stdout and /dev/stderr, and pass a word through each"),
      View("self.environment", "the variables whose names begin so, with their values",
           {Required("name", ArgumentType::kText, "the beginning of their names")}),
      View("self.limits", "getrlimit(2) of every resource that POSIX or BSD names, but core files"),
      View("self.signals", "which signals are ignored, and which are blocked"),
      View("self.streams", "which standard streams are open and for what, and whether standard input is at its end"),
      View("self.temporary", "mkstemp(3) and mkdtemp(3) in TMPDIR, written, read back and removed"),
      View("self.umask", "umask(2)"),
      View("device.use", "read and write a few bytes of a device", {Path("path", "the device")}),
      View("file.lock", "flock(2) and fcntl(2) locks, tried from another process while they are held and after",
           {Path("path", "a file that can be written to")}),
  };
}

}  // namespace harness
