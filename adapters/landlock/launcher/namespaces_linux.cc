// SPDX-License-Identifier: Apache-2.0
#include "adapters/landlock/launcher/namespaces.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "adapters/landlock/launcher/die.h"
#include "harness/base/unique_fd.h"

namespace landlock {
namespace {

void WriteTo(const char* file, const std::string& text) {
  const harness::UniqueFd fd(::open(file, O_WRONLY | O_CLOEXEC));
  if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    Die(std::string("map the ids in ") + file);
  }
}

void MapOwnIds(uid_t uid, gid_t gid) {
  WriteTo("/proc/self/setgroups", "deny");
  WriteTo("/proc/self/uid_map", std::to_string(uid) + " " + std::to_string(uid) + " 1\n");
  WriteTo("/proc/self/gid_map", std::to_string(gid) + " " + std::to_string(gid) + " 1\n");
}

void RaiseLoopback() {
  const harness::UniqueFd fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request = {};
  std::strncpy(request.ifr_name, "lo", sizeof request.ifr_name - 1);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  if (!fd || ::ioctl(fd.get(), SIOCSIFFLAGS, &request) != 0) Die("raise the loopback interface");
}

}  // namespace

void EnterNamespaces(const Order& order) {
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  int kinds = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
  if (uid != 0) kinds |= CLONE_NEWUSER;
  if (order.own_network) kinds |= CLONE_NEWNET;
  if (order.own_processes) kinds |= CLONE_NEWPID;
  if (::unshare(kinds) != 0) Die("make namespaces");
  if (uid != 0) MapOwnIds(uid, gid);
  if (order.own_network) RaiseLoopback();
}

}  // namespace landlock
