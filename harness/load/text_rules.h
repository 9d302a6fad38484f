// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace harness {

// Rules for texts whose variables are known to be good. Each returns what the text must be ("an absolute
// path, ..."), or nothing where it is that.

// Absolute, or starting with a variable that is a directory of the stage.
std::string WrongWithPath(std::string_view text);
// A place for the workspace: below the home, the temporary directory or the far directory of the stage, or below /tmp.
std::string WrongWithWorkspace(std::string_view text);
// What a symbolic link may say: anything that fits into a path.
std::string WrongWithLinkText(std::string_view text);
// host:port with a host name or an IPv4 address, [address]:port with an IPv6 address, or a server's variable.
std::string WrongWithHost(std::string_view text);
// A host's name, perhaps with the step's nonce as its first label.
std::string WrongWithHostName(std::string_view text);
// The path of a Unix socket, or "@" and an abstract name (unix(7)).
std::string WrongWithSocket(std::string_view text);
// http:// and a host, without spaces or control characters.
std::string WrongWithUrl(std::string_view text);
// A name that a shell could export.
std::string WrongWithVariableName(std::string_view text);
// Of an object of the stage, see StageItem.
std::string WrongWithIpcKind(std::string_view text);
std::string WrongWithSocketKind(std::string_view text);
// Lower-case words joined by dots: "network.none".
std::string WrongWithCapability(std::string_view text);
// A pack's name, which is also a file's: "core".
std::string WrongWithPackName(std::string_view text);

}  // namespace harness
