// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <linux/if_addr.h>
#include <net/if.h>
#include <netlink/netlink.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>
#include <netlink/route/link/veth.h>
#include <sched.h>

#include <functional>
#include <memory>
#include <thread>

#include "harness/arena/network.h"

namespace harness {
namespace {

constexpr char kArenaLink[] = "arena0";
constexpr char kInternetLink[] = "internet0";
constexpr char kArenaAddress4[] = "198.18.0.1/24";
constexpr char kArenaAddress6[] = "2001:db8:5a::1/64";

template <typename T, void (*kFree)(T*)>
struct Freer {
  void operator()(T* object) const { kFree(object); }
};
using Socket = std::unique_ptr<nl_sock, Freer<nl_sock, nl_socket_free>>;
using Link = std::unique_ptr<rtnl_link, Freer<rtnl_link, rtnl_link_put>>;
using Address = std::unique_ptr<rtnl_addr, Freer<rtnl_addr, rtnl_addr_put>>;
using NetlinkAddress = std::unique_ptr<nl_addr, Freer<nl_addr, nl_addr_put>>;

Result<void> Check(int code, const std::string& what) {
  if (code < 0) return Fail(what + ": " + nl_geterror(code));
  return {};
}

Result<Socket> Connect() {
  Socket socket(nl_socket_alloc());
  SANDPROOF_TRY(Check(nl_connect(socket.get(), NETLINK_ROUTE), "cannot speak rtnetlink"));
  return socket;
}

Result<void> BringUp(nl_sock* socket, const std::string& name) {
  const Link link(rtnl_link_alloc());
  const Link change(rtnl_link_alloc());
  rtnl_link_set_ifindex(link.get(), static_cast<int>(::if_nametoindex(name.c_str())));
  rtnl_link_set_flags(change.get(), IFF_UP);
  return Check(rtnl_link_change(socket, link.get(), change.get(), 0), "cannot bring up the interface " + name);
}

Result<void> AddAddress(nl_sock* socket, const std::string& name, const std::string& text) {
  nl_addr* parsed = nullptr;
  SANDPROOF_TRY(Check(nl_addr_parse(text.c_str(), AF_UNSPEC, &parsed), "cannot parse the address " + text));
  const NetlinkAddress local(parsed);
  const Address address(rtnl_addr_alloc());
  rtnl_addr_set_ifindex(address.get(), static_cast<int>(::if_nametoindex(name.c_str())));
  rtnl_addr_set_local(address.get(), local.get());
  // Duplicate address detection would leave an IPv6 address unusable for a second.
  if (nl_addr_get_family(local.get()) == AF_INET6) rtnl_addr_set_flags(address.get(), IFA_F_NODAD);
  return Check(rtnl_addr_add(socket, address.get(), 0), "cannot add the address " + text + " to " + name);
}

Result<void> AddVethPair(nl_sock* socket, int internet) {
  const Link link(rtnl_link_veth_alloc());
  rtnl_link_set_name(link.get(), kArenaLink);
  const Link peer(rtnl_link_veth_get_peer(link.get()));
  rtnl_link_set_name(peer.get(), kInternetLink);
  rtnl_link_set_ns_fd(peer.get(), internet);
  return Check(rtnl_link_add(socket, link.get(), NLM_F_CREATE | NLM_F_EXCL), "cannot make a veth pair");
}

Result<void> SetUpArenaSide(int internet) {
  SANDPROOF_ASSIGN(const Socket socket, Connect());
  SANDPROOF_TRY(BringUp(socket.get(), "lo"));
  SANDPROOF_TRY(AddVethPair(socket.get(), internet));
  SANDPROOF_TRY(AddAddress(socket.get(), kArenaLink, kArenaAddress4));
  SANDPROOF_TRY(BringUp(socket.get(), kArenaLink));
  // Bringing the link up wipes IPv6 addresses that were there before on some kernels, so this comes after.
  return AddAddress(socket.get(), kArenaLink, kArenaAddress6);
}

Result<void> SetUpInternetSide() {
  SANDPROOF_ASSIGN(const Socket socket, Connect());
  SANDPROOF_TRY(BringUp(socket.get(), "lo"));
  SANDPROOF_TRY(BringUp(socket.get(), kInternetLink));
  for (const InternetHost& host : InternetHosts()) {
    SANDPROOF_TRY(AddAddress(socket.get(), kInternetLink, host.address4 + "/24"));
    SANDPROOF_TRY(AddAddress(socket.get(), kInternetLink, host.address6 + "/64"));
  }
  return AddAddress(socket.get(), kInternetLink, NameServerAddress() + "/24");
}

// Runs `work` on a thread of its own, the only thing that can stand in another network namespace than the rest of the
// process (setns(2)).
Result<void> OnOwnThread(const std::function<Result<void>()>& work) {
  Result<void> result;
  std::thread([&result, &work] { result = work(); }).join();
  return result;
}

Result<void> MakeNamespace(UniqueFd& internet) {
  if (::unshare(CLONE_NEWNET) != 0) return FailErrno("cannot make a network namespace");
  internet.Reset(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  if (!internet) return FailErrno("cannot open the network namespace");
  return {};
}

}  // namespace

Result<UniqueFd> BuildInternet() {
  UniqueFd internet;
  SANDPROOF_TRY(OnOwnThread([&internet] { return MakeNamespace(internet); }));
  SANDPROOF_TRY(SetUpArenaSide(internet.get()));
  SANDPROOF_TRY(OnOwnThread([&internet]() -> Result<void> {
    if (::setns(internet.get(), CLONE_NEWNET) != 0) return FailErrno("cannot enter the internet's namespace");
    return SetUpInternetSide();
  }));
  return internet;
}

}  // namespace harness
