// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace adapters::sbpl {

// The few forms of Seatbelt's profile language (SBPL, a Scheme) that profiles here are made of. Apple documents it
// nowhere; /System/Library/Sandbox/Profiles on a Mac is the reference. Of all rules that match, the last one decides.

// Whether `text` can stand in a profile as it is: printable ASCII only. Of other bytes nobody says how they are read.
bool IsWritable(std::string_view text);

std::string Quoted(std::string_view text);
std::string Literal(const std::string& path);  // the path itself
std::string Subpath(const std::string& path);  // the path and everything below it
std::string Regex(const std::string& expression);
// `filter`, for objects of one kind only: DIRECTORY, SYMLINK.
std::string OfKind(const std::string& filter, const std::string& kind);

// "(allow OPERATION… FILTER…)", for objects that match any of the filters; nothing at all where there are no filters,
// since such a rule would be for every object.
std::string Rule(std::string_view action, std::string_view operations, const std::vector<std::string>& filters);

enum class Below { kIncluded, kLeftOut };
// Regular expressions for a path, in either case of its letters, since disks of Macs ignore it. In a glob `*` and `?`
// do not match '/', and `**` does.
std::string PathExpression(std::string_view path, Below below);
std::string GlobExpression(std::string_view glob, Below below);

}  // namespace adapters::sbpl
