// SPDX-License-Identifier: Apache-2.0
#include "harness/load/text_rules.h"

#include <filesystem>
#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <optional>

#include "harness/load/values.h"
#include "harness/load/variables.h"

namespace harness {
namespace {

// PATH_MAX without the final NUL.
constexpr std::size_t kLongestPath = 4095;

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kLowerOrDigit = "abcdefghijklmnopqrstuvwxyz0123456789-";
constexpr std::string_view kNameStart = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
constexpr std::string_view kName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
constexpr std::string_view kHostName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";

bool IsMadeOf(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

bool IsLowerWord(std::string_view text) {
  return !text.empty() && IsMadeOf(text.substr(0, 1), kLower) && IsMadeOf(text, kLowerOrDigit);
}

bool IsHostVariable(std::string_view text) {
  const std::string_view name = LeadingVariable(text);
  return !name.empty() && KindOf(name) == VariableKind::kHost && text.size() == name.size() + 3;
}

bool IsIpv6(std::string_view text) {
  in6_addr address = {};
  return ::inet_pton(AF_INET6, std::string(text).c_str(), &address) == 1;
}

bool IsHostName(std::string_view text) {
  return !text.empty() && text.front() != '.' && text.front() != '-' && IsMadeOf(text, kHostName);
}

bool IsPort(std::string_view text) {
  const std::optional<std::uint64_t> port = ParseNumber(text);
  return port && *port >= 1 && *port <= 65535;
}

bool IsHostAndPort(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || !IsPort(text.substr(colon + 1))) return false;
  const std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) return IsIpv6(host.substr(1, host.size() - 2));
  return IsHostName(host);
}

// What follows http:// up to the path; the port may be left out.
bool IsAuthority(std::string_view text) {
  if (IsHostVariable(text) || IsHostAndPort(text) || IsHostName(text)) return true;
  return text.size() > 2 && text.starts_with('[') && text.ends_with(']') &&
         IsIpv6(text.substr(1, text.size() - 2));
}

}  // namespace

std::string WrongWithPath(std::string_view text) {
  if (text.size() > kLongestPath) return WrongWithLinkText(text);
  if (text.starts_with('/')) return {};
  const std::string_view variable = LeadingVariable(text);
  if (!variable.empty() && KindOf(variable) == VariableKind::kPath) return {};
  return "an absolute path, or start with a directory of the stage such as ${workspace}";
}

std::string WrongWithWorkspace(std::string_view text) {
  const std::string plain = std::filesystem::path(text).lexically_normal().string();
  for (const std::string_view place : {"${home}/", "${tmp}/", "${elsewhere}/", "/tmp/"}) {
    if (text.size() <= kLongestPath && plain == text && text.starts_with(place) && !text.ends_with('/')) return {};
  }
  return "a plain path below ${home}, ${tmp}, ${elsewhere} or /tmp";
}

std::string WrongWithLinkText(std::string_view text) {
  return text.size() > kLongestPath ? "no longer than " + std::to_string(kLongestPath) + " bytes" : "";
}

std::string WrongWithHost(std::string_view text) {
  if (IsHostVariable(text) || IsHostAndPort(text)) return {};
  return "host:port, [address]:port for IPv6, or a server's variable such as ${tcp4}";
}

std::string WrongWithHostName(std::string_view text) {
  constexpr std::string_view kNonce = "${nonce}.";
  const std::string_view name = text.starts_with(kNonce) ? text.substr(kNonce.size()) : text;
  return IsHostName(name) ? "" : "the name of a host, which may begin with ${nonce}.";
}

std::string WrongWithSocket(std::string_view text) {
  const std::string_view variable = LeadingVariable(text);
  const bool is_abstract = text.starts_with('@') || (!variable.empty() && KindOf(variable) == VariableKind::kName);
  if (is_abstract || WrongWithPath(text).empty()) return {};
  return "the path of a Unix socket, @ and an abstract name, or ${abstract}";
}

std::string WrongWithUrl(std::string_view text) {
  constexpr std::string_view kScheme = "http://";
  const bool is_visible = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c != 0x7F; });
  if (is_visible && text.starts_with(kScheme)) {
    const std::string_view rest = text.substr(kScheme.size());
    if (IsAuthority(rest.substr(0, rest.find_first_of("/?")))) return {};
  }
  return "a URL such as http://evil.test/path or http://${evil4}/path, without spaces";
}

std::string WrongWithVariableName(std::string_view text) {
  if (!text.empty() && IsMadeOf(text.substr(0, 1), kNameStart) && IsMadeOf(text, kName)) return {};
  return "the name of an environment variable: letters, digits and '_', no digit first";
}

std::string WrongWithIpcKind(std::string_view text) {
  if (text == "shared-memory" || text == "message-queue" || text == "posix-queue") return {};
  return "one of shared-memory, message-queue, posix-queue";
}

std::string WrongWithSocketKind(std::string_view text) {
  return text == "listening" || text == "connected" ? "" : "listening or connected";
}

std::string WrongWithCapability(std::string_view text) {
  std::size_t words = 0;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t dot = std::min(text.find('.', start), text.size());
    if (!IsLowerWord(text.substr(start, dot - start))) break;
    ++words;
    start = dot + 1;
  }
  if (words >= 2 && start > text.size()) return {};
  return "a capability: lower-case words joined by dots, such as network.none";
}

std::string WrongWithPackName(std::string_view text) {
  if (IsLowerWord(text)) return {};
  return "a pack's name: lower-case letters, digits and '-', a letter first";
}

}  // namespace harness
