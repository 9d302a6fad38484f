// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/system_rules.h"

namespace adapters {

// The names that sysctl(3) has for lists of processes and their arguments begin with kern.proc; they are left out.
std::string ProgramRules() {
  return R"((allow file-read* file-test-existence
  (literal "/"))
(allow file-read-metadata file-test-existence
  (literal "/dev")
  (literal "/dev/stdin")
  (literal "/dev/stdout")
  (literal "/dev/stderr"))
(allow file-read* file-test-existence file-write-data file-ioctl
  (literal "/dev/null")
  (literal "/dev/zero")
  (literal "/dev/dtracehelper")
  (subpath "/dev/fd"))
(allow file-read* file-test-existence
  (literal "/dev/random")
  (literal "/dev/urandom"))
(allow sysctl-read
  (sysctl-name-prefix "hw.")
  (sysctl-name-prefix "machdep.")
  (sysctl-name "kern.argmax")
  (sysctl-name "kern.bootargs")
  (sysctl-name "kern.hostname")
  (sysctl-name "kern.iossupportversion")
  (sysctl-name "kern.maxfiles")
  (sysctl-name "kern.maxfilesperproc")
  (sysctl-name "kern.maxproc")
  (sysctl-name "kern.ngroups")
  (sysctl-name "kern.osproductversion")
  (sysctl-name "kern.osrelease")
  (sysctl-name "kern.ostype")
  (sysctl-name "kern.osvariant_status")
  (sysctl-name "kern.osversion")
  (sysctl-name "kern.secure_kernel")
  (sysctl-name "kern.usrstack64")
  (sysctl-name "kern.version")
  (sysctl-name "kern.willshutdown")
  (sysctl-name "security.mac.lockdown_mode_state")
  (sysctl-name "sysctl.proc_cputype")
  (sysctl-name "vm.loadavg"))
(allow mach-lookup
  (global-name "com.apple.logd")
  (global-name "com.apple.system.logger")
  (global-name "com.apple.system.notification_center")
  (global-name "com.apple.system.opendirectoryd.libinfo")
  (global-name "com.apple.system.opendirectoryd.membership"))
)";
}

std::string SystemRules() {
  return R"((allow file-read-metadata file-test-existence
  (literal "/Library")
  (literal "/Library/Developer")
  (literal "/System")
  (literal "/System/Volumes")
  (literal "/System/Volumes/Preboot")
  (literal "/etc")
  (literal "/opt")
  (literal "/private")
  (literal "/private/etc")
  (literal "/private/var")
  (literal "/private/var/db")
  (literal "/private/var/run")
  (literal "/private/var/select")
  (literal "/tmp")
  (literal "/var"))
(allow file-read* file-test-existence file-map-executable process-exec*
  (subpath "/Library/Apple")
  (subpath "/Library/Developer/CommandLineTools")
  (subpath "/System/Cryptexes")
  (subpath "/System/Library")
  (subpath "/System/Volumes/Preboot/Cryptexes")
  (subpath "/System/iOSSupport")
  (subpath "/bin")
  (subpath "/opt/homebrew")
  (subpath "/sbin")
  (subpath "/usr"))
(allow file-read* file-test-existence
  (literal "/private/etc/group")
  (literal "/private/etc/hosts")
  (literal "/private/etc/localtime")
  (literal "/private/etc/passwd")
  (literal "/private/etc/protocols")
  (literal "/private/etc/resolv.conf")
  (literal "/private/etc/services")
  (literal "/private/etc/shells")
  (literal "/private/var/db/xcode_select_link")
  (literal "/private/var/run/resolv.conf")
  (literal "/private/var/select/sh")
  (subpath "/private/etc/ssl")
  (subpath "/private/var/db/dyld")
  (subpath "/private/var/db/timezone"))
)";
}

std::string OpenNetworkRules() {
  return R"((allow system-socket)
(allow network-outbound
  (remote ip)
  (literal "/private/var/run/mDNSResponder"))
(allow network-bind network-inbound
  (local ip))
(allow mach-lookup
  (global-name "com.apple.SystemConfiguration.DNSConfiguration")
  (global-name "com.apple.SystemConfiguration.configd")
  (global-name "com.apple.trustd")
  (global-name "com.apple.trustd.agent"))
)";
}

}  // namespace adapters
