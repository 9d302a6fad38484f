// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <utility>

#include "harness/model/signal_names.h"

namespace harness {
namespace {

#define NAMED(code) std::pair<int, const char*>(code, #code)

// Those that programs meet; macOS has no table of names for them.
constexpr std::array kErrnos = {
    NAMED(EPERM), NAMED(ENOENT), NAMED(ESRCH), NAMED(EINTR), NAMED(EIO), NAMED(ENXIO), NAMED(E2BIG), NAMED(ENOEXEC),
    NAMED(EBADF), NAMED(ECHILD), NAMED(EDEADLK), NAMED(ENOMEM), NAMED(EACCES), NAMED(EFAULT), NAMED(EBUSY),
    NAMED(EEXIST), NAMED(EXDEV), NAMED(ENODEV), NAMED(ENOTDIR), NAMED(EISDIR), NAMED(EINVAL), NAMED(ENFILE),
    NAMED(EMFILE), NAMED(ENOTTY), NAMED(ETXTBSY), NAMED(EFBIG), NAMED(ENOSPC), NAMED(ESPIPE), NAMED(EROFS),
    NAMED(EMLINK), NAMED(EPIPE), NAMED(EDOM), NAMED(ERANGE), NAMED(EAGAIN), NAMED(EINPROGRESS), NAMED(EALREADY),
    NAMED(ENOTSOCK), NAMED(EDESTADDRREQ), NAMED(EMSGSIZE), NAMED(EPROTOTYPE), NAMED(ENOPROTOOPT), NAMED(ENOTSUP),
    NAMED(EPROTONOSUPPORT), NAMED(EAFNOSUPPORT), NAMED(EADDRINUSE), NAMED(EADDRNOTAVAIL), NAMED(ENETDOWN),
    NAMED(ENETUNREACH), NAMED(ENETRESET), NAMED(ECONNABORTED), NAMED(ECONNRESET), NAMED(ENOBUFS), NAMED(EISCONN),
    NAMED(ENOTCONN), NAMED(ETIMEDOUT), NAMED(ECONNREFUSED), NAMED(ELOOP), NAMED(ENAMETOOLONG), NAMED(EHOSTDOWN),
    NAMED(EHOSTUNREACH), NAMED(ENOTEMPTY), NAMED(EDQUOT), NAMED(ENOLCK), NAMED(ENOSYS), NAMED(EOVERFLOW),
    NAMED(ECANCELED), NAMED(EILSEQ), NAMED(ENOATTR), NAMED(EOPNOTSUPP)};

#undef NAMED

bool HasName(int number) { return number > 0 && number < NSIG && sys_signame[number] != nullptr; }

}  // namespace

std::string SignalName(int number) {
  if (!HasName(number)) return "signal " + std::to_string(number);
  std::string name = std::string("SIG") + sys_signame[number];
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

std::optional<int> FindSignal(std::string_view name) {
  for (int number = 1; number < NSIG; ++number) {
    if (HasName(number) && SignalName(number) == name) return number;
  }
  return std::nullopt;
}

std::string ErrnoName(int number) {
  for (const auto& [code, name] : kErrnos) {
    if (code == number) return name;
  }
  return "errno " + std::to_string(number);
}

std::optional<int> FindErrno(std::string_view name) {
  for (const auto& [code, known] : kErrnos) {
    if (known == name) return code;
  }
  return std::nullopt;
}

}  // namespace harness
