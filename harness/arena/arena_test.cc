// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/arena.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/arena/network.h"
#include "harness/arena/private_files.h"
#include "harness/base/clock.h"
#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/process/child.h"
#include "harness/process/run.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

const Tools kTools = {"/bin/true", "/bin/false"};

// What happens in namespaces is irreversible, so each test does it in a process of its own, which answers by its exit
// code: 0 for true, 1 for false, 2 where no arena is to be had.
int InArena(const std::vector<std::string>& keep, const std::function<bool(const Arena&)>& claim,
            const ArenaNeeds& needs = {}) {
  auto forked = Child::Fork(Arena::Namespaces(needs), [&] {
    const auto arena = Arena::EnterPrivate(kTools, keep, needs);
    if (!arena) {
      ::fprintf(stderr, "%s\n", arena.error().message.c_str());
      return 2;
    }
    return claim(*arena) ? 0 : 1;
  });
  if (!std::holds_alternative<Child>(forked)) return 2;
  const Ending ending = std::get<Child>(forked).Wait(Deadline::In(Milliseconds(30'000)));
  return std::holds_alternative<Exited>(ending) ? std::get<Exited>(ending).code : 3;
}

#define EXPECT_IN_ARENA(keep, claim)                                   \
  do {                                                                 \
    const int answer = InArena(keep, claim);                           \
    if (answer == 2) GTEST_SKIP() << "no private arena on this host";  \
    EXPECT_EQ(answer, 0);                                              \
  } while (false)

RunResult Shell(const std::string& script) {
  return RunProgram({{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}}, {}, {});
}

TEST(Arena, HoldsTheDirectoriesThatASandboxKeepsFromTheStart) {
  const ArenaNeeds needs{.account_directories = {"/tmp/sandbox-${uid}"}};
  EXPECT_IN_ARENA({}, [&needs](const Arena& arena) {
    if (!arena.MakeDirectories(needs, std::nullopt)) return false;
    return Shell("test \"$(stat -c '%a %u' /tmp/sandbox-$(id -u))\" = \"700 $(id -u)\"").ending == Ending(Exited{0});
  });
}

TEST(PrivateArena, IsInhabitedByTheWorkerAlone) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    return ::getpid() == 1 && TakeCensus().size() == 1 && arena.Strangers({}).empty();
  });
}

TEST(PrivateArena, EmptiesTheWorkDirectoryWithoutAnyChangeOfItsMounts) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    const std::string before = ReadFile("/proc/self/mountinfo").value();
    fs::create_directories(arena.Work() + "/a/b");
    for (int i = 0; i < 2; ++i) {
      if (!MountTmpfs(arena.Work() + "/a/b")) return false;
    }
    if (!arena.EmptyWork() || !fs::is_empty(arena.Work())) return false;
    return ReadFile("/proc/self/mountinfo").value() == before;
  });
}

TEST(PrivateArena, HasTheStateDirectoriesThatAreNeeded) {
  ArenaNeeds needs;
  needs.state_directories = {"/run/sandbox/state"};
  const int answer = InArena({}, [](const Arena&) {
    struct stat above = {};
    struct stat state = {};
    if (::stat("/run/sandbox", &above) != 0 || ::stat("/run/sandbox/state", &state) != 0) return false;
    return above.st_dev != state.st_dev && (state.st_mode & 07777) == 0755;
  }, needs);
  if (answer == 2) GTEST_SKIP() << "no private arena on this host";
  EXPECT_EQ(answer, 0);
}

TEST(PrivateArena, FindsAndKillsADaemonThatDetachedItself) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    Shell("setsid sh -c 'trap \"\" TERM HUP; sleep 100 & sleep 100' >/dev/null 2>&1 &");
    const bool seen = !arena.Strangers({}).empty();
    return seen && arena.KillStrangers({}) && arena.Strangers({}).empty();
  });
}

TEST(PrivateArena, FindsAndKillsAProcessWhoseMainThreadHasEnded) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    // Never destroyed: the arena reaps it as it reaps any orphan.
    auto& forked = *new auto(Child::Fork(0, [] {
      std::thread([] { ::pause(); }).detach();
      ::syscall(SYS_exit, 0);
      return 0;
    }));
    const pid_t pid = std::get<Child>(forked).pid();
    std::string stat;
    while (stat.find(") Z ") == std::string::npos) stat = ReadFile("/proc/" + std::to_string(pid) + "/stat").value_or("");
    return arena.Strangers({}).size() == 1 && arena.KillStrangers({}) && arena.Strangers({}).empty();
  });
}

TEST(PrivateArena, HidesTheHostsTemporaryFilesAndKeepsItsOwnFromTheHost) {
  const fs::path marker = fs::temp_directory_path() / ("sandproof-arena-test-" + MakeNonce());
  std::ofstream(marker) << "host";
  EXPECT_IN_ARENA({}, [&](const Arena& arena) {
    const bool hidden = !fs::exists(marker);
    std::ofstream(marker) << "arena";
    return hidden && fs::exists(arena.tools_directory());
  });
  EXPECT_EQ(ReadFile(marker.string()).value(), "host");
  fs::remove(marker);
}

TEST(PrivateArena, KeepsWhatHasToStayVisibleAndMakesItReadOnly) {
  const fs::path folder = fs::temp_directory_path() / ("sandproof arena 'kept' " + MakeNonce());
  fs::create_directories(folder / "deep");
  std::ofstream(folder / "deep" / "file") << "kept";
  EXPECT_IN_ARENA({folder.string()}, [&](const Arena&) {
    const bool there = ReadFile((folder / "deep" / "file").string()).value_or("") == "kept";
    const UniqueFd written(::open((folder / "new").c_str(), O_WRONLY | O_CREAT, 0644));
    return there && !written && errno == EROFS;
  });
  fs::remove_all(folder);
}

TEST(PrivateArena, HasToolsThatNobodyInItCanChange) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    const UniqueFd written(::open(arena.tools().probe.c_str(), O_WRONLY | O_TRUNC));
    return !written && errno == EROFS &&
           ReadFile(arena.tools().probe).value_or("") == ReadFile("/bin/true").value_or("!");
  });
}

TEST(PrivateArena, ReachesEveryAddressOfItsInternetAndNothingElse) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    // A listener in the internet's namespace, connected to from the arena's.
    UniqueFd listener;
    std::thread([&] {
      if (::setns(arena.internet_namespace(), CLONE_NEWNET) != 0) return;
      listener.Reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      sockaddr_in any = {};
      any.sin_family = AF_INET;
      any.sin_port = htons(80);
      if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&any), sizeof any) != 0 || ::listen(listener.get(), 8) != 0) {
        listener.Reset();
      }
    }).join();
    for (const InternetHost& host : InternetHosts()) {
      const UniqueFd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
      sockaddr_in to = {};
      to.sin_family = AF_INET;
      to.sin_port = htons(80);
      ::inet_pton(AF_INET, host.address4.c_str(), &to.sin_addr);
      if (::connect(client.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) return false;
    }
    const UniqueFd beyond(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(80);
    ::inet_pton(AF_INET, "192.0.2.1", &to.sin_addr);
    return static_cast<bool>(listener) && ::connect(beyond.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0 &&
           errno == ENETUNREACH;
  });
}

TEST(PrivateArena, ResolvesItsHostsFromItsOwnHostsFile) {
  EXPECT_IN_ARENA({}, [](const Arena&) {
    const std::string hosts = ReadFile("/etc/hosts").value_or("");
    return hosts.find("198.18.0.20 evil.test") != std::string::npos;
  });
}

TEST(PrivateArena, CanHideAnInstalledProgramAndPutItBack) {
  EXPECT_IN_ARENA({}, [](const Arena& arena) {
    const std::string scratch = arena.Scratch();
    const bool before = fs::exists("/usr/bin/env");
    if (!HidePrograms({"env"}, {"/usr/bin"}, scratch)) return false;
    const bool hidden = !fs::exists("/usr/bin/env") && fs::exists("/usr/bin/id");
    PutProgramsBack({"/usr/bin"});
    return before && hidden && fs::exists("/usr/bin/env");
  });
}

TEST(PrivateArena, EndsWithAllItsProcessesWhenItsWorkerIsKilled) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  UniqueFd read(ends[0]);
  UniqueFd write(ends[1]);
  auto forked = Child::Fork(Arena::Namespaces(), [&] {
    read.Reset();
    if (!Arena::EnterPrivate(kTools, {})) return 2;
    Shell("setsid sleep 100 >/dev/null 2>&1 &");
    // Two holders of the pipe: this process and nothing else, since children get no descriptors.
    if (::write(write.get(), "x", 1) != 1) return 3;
    ::pause();
    return 0;
  });
  if (!std::holds_alternative<Child>(forked)) GTEST_SKIP() << "no private arena on this host";
  write.Reset();
  char byte = 0;
  if (::read(read.get(), &byte, 1) != 1) GTEST_SKIP() << "no private arena on this host";
  EXPECT_EQ(std::get<Child>(forked).Kill(), Ending(Signaled{SIGKILL}));
}

TEST(HostArena, FindsOrphansAndLeavesNothingBehind) {
  const fs::path parent = fs::temp_directory_path() / ("sandproof-host-arena-" + MakeNonce());
  fs::create_directory(parent);
  auto forked = Child::Fork(0, [&] {
    auto arena = Arena::UseHost(kTools, (parent / "base").string(), (parent / "elsewhere").string());
    if (!arena) return 2;
    Shell("setsid sh -c 'sleep 100' >/dev/null 2>&1 &");
    return arena->Strangers({}).empty() ? 1 : (arena->KillStrangers({}) ? 0 : 3);
  });
  EXPECT_EQ(std::get<Child>(forked).Wait(Deadline::In(Milliseconds(30'000))), Ending(Exited{0}));
  EXPECT_TRUE(fs::is_empty(parent));
  fs::remove(parent);
}

}  // namespace
}  // namespace harness
