// SPDX-License-Identifier: Apache-2.0
#include "harness/model/promise.h"
#include "harness/model/verb_families.h"

namespace harness {
namespace {

// `about` is what the verb is about where it names no path.
Verb Inherited(std::string name, std::string meaning, std::vector<Argument> arguments, std::string about = {}) {
  Verb verb = {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kSecret, std::move(arguments)};
  verb.promise = promise::kDescriptors;
  verb.about = std::move(about);
  verb.of_one_launch = true;
  return verb;
}

}  // namespace

std::vector<Verb> InheritedVerbs() {
  return {
      Inherited("fd.read", "read(2) of every open file that the program was started with", {Path("path", "the file that is hoped for")}),
      Inherited("fd.open", "openat(2) and read(2) of a name below every open directory that the program was started with",
                {Path("path", "the file that is hoped for; its last component is the name")}),
      Inherited("fd.accept", "accept(2) and recv(2) on every listening socket that the program was started with", {},
                "accept on inherited sockets"),
      Inherited("fd.receive", "recv(2) on every connected socket that the program was started with", {},
                "receive on inherited sockets"),
  };
}

}  // namespace harness
