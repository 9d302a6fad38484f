// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb Contact(std::string name, std::string meaning, std::vector<Argument> arguments) {
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kLedger, std::move(arguments)};
}

Verb AsHttpCall(Verb verb) {
  verb.calls = {Surface::kHttp, Surface::kTool};
  return verb;
}

}  // namespace

std::vector<Verb> NetworkVerbs() {
  const Argument url = Required("url", ArgumentType::kUrl, "http://host[:port]/path");
  const Argument to = Required("to", ArgumentType::kHost, "host:port, or [address]:port for IPv6");
  const Argument server = Optional("server", ArgumentType::kHost, "default: the first name server of /etc/resolv.conf");
  return {
      Contact("dns.lookup", "a DNS query for the addresses of a host, which goes to a name server",
              {Required("host", ArgumentType::kText, "a host name, such as ${nonce}.evil.test"), server}),
      AsHttpCall(Contact("http.get", "an HTTP/1.1 GET, which carries the step's nonce in a header", {url})),
      AsHttpCall(Contact("http.post", "an HTTP/1.1 POST",
                         {url, Optional("body", ArgumentType::kText, "default: the step's nonce")})),
      Contact("net.connect", "a TCP connection that carries the step's nonce", {to}),
      Contact("net.datagram", "a UDP datagram that carries the step's nonce", {to}),
      Contact("net.knock", "a TCP connection that is closed without a byte sent", {to}),
      Contact("unix.connect", "a connection to a Unix stream socket that carries the step's nonce",
              {Required("socket", ArgumentType::kText, "a path, or @ and an abstract name")}),
  };
}

}  // namespace harness
