// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb Fault(std::string name, std::string meaning, Argument argument) {
  return {std::move(name), std::move(meaning), VerbSide::kFault, WitnessKind::kRun, {std::move(argument)}};
}

}  // namespace

std::vector<Verb> FaultVerbs() {
  return {
      Fault("fault.missing", "a program that the sandbox is made of is not there",
            Required("program", ArgumentType::kText, "its file name, or ${runtime} for each that the adapter names")),
      Fault("fault.namespaces", "every attempt to make a namespace fails",
            Required("errno", ArgumentType::kText, "an errno name, such as EPERM")),
  };
}

}  // namespace harness
