// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/model/scenario.h"

namespace reports {

// A step's arguments by name, printable, in the order of its verb.
using Arguments = std::vector<std::pair<std::string, std::string>>;

Arguments PrintableArguments(const harness::Step& step);

// A step as a scenario file spells it: "file.write: ${outside}/x", or with more than its first argument
// `file.rename: {from: "${workspace}/a", to: "${outside}/a"}`. A verb that this version does not know gets
// the long form.
std::string StepText(std::string_view verb, const Arguments& arguments);
std::string StepText(const harness::Step& step);

}  // namespace reports
