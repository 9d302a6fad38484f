// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace harness {

// What a program can leave behind in the kernel and not in a file: the caller's mounts, System V shared memory, semaphores
// and message queues, and the host name, each as text by its name. Of interest in a private arena, where nobody else
// changes them (proc(5), sysvipc(7)). Mounts at and below `but_not`, where one is named, are left out.
std::map<std::string, std::string> KernelState(const std::string& but_not = {});

// What is in `after` that is not in `before`, or the other way round: "mounts: + 36 25 0:32 / /mnt ...". Empty where all is
// the same.
std::string DescribeDifference(const std::map<std::string, std::string>& before,
                               const std::map<std::string, std::string>& after);

}  // namespace harness
