// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reports {

// Text that others should have made printable, and that goes into a report: as it is where it is printable,
// else as harness::Printable makes it. Unlike Printable it does not double the backslashes of text that is
// escaped already.
std::string Printed(std::string_view text);

// The same for what a person wrote over several lines: one line, without space at its ends.
std::string Prose(std::string_view text);

// The bytes of which harness::Printable made `text`. An escape that it never makes stays as it is.
std::string Unprinted(std::string_view text);

// Output of a program that was made printable as a whole, as the lines that the program wrote, each
// printable.
std::vector<std::string> PrintedLines(std::string_view text);

}  // namespace reports
