// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/arena.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "harness/arena/network.h"
#include "harness/arena/private_files.h"
#include "harness/base/clock.h"
#include "harness/base/encoding.h"
#include "harness/base/file.h"
#include "harness/process/family.h"
#include "harness/model/policy.h"

namespace harness {
namespace {

constexpr char kLoopbackNames[] = "127.0.0.1 localhost\n::1 localhost\n";

// The private directories in the order in which they look like places of a person's work. Sandboxes treat /tmp specially,
// so that comes last.
std::vector<std::string> PlacesForStages() {
  std::vector<std::string> places;
  for (const char* directory : {"/home", "/var/tmp", "/run", "/tmp"}) {
    const auto& own = PrivateDirectories();
    if (std::find(own.begin(), own.end(), directory) != own.end()) places.emplace_back(directory);
  }
  return places;
}

std::string HostsFile() {
  std::string hosts = kLoopbackNames;
  for (const InternetHost& host : InternetHosts()) {
    hosts += host.address4 + " " + host.name + "\n" + host.address6 + " " + host.name + "\n";
  }
  return hosts;
}

Result<void> CopyProgram(const std::string& from, const std::string& to) {
  SANDPROOF_ASSIGN(const std::string content, ReadFile(from));
  SANDPROOF_TRY(WriteFileAtomically(to, content));
  if (::chmod(to.c_str(), 0755) != 0) return FailErrno("cannot make " + Printable(to) + " executable");
  return {};
}

Result<void> MakeDirectory(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0) return FailErrno("cannot make the directory " + Printable(path));
  return {};
}

// An orphan that has ended stays a zombie until its new parent, the worker, has asked for it.
void ReapOrphan(const ProcessInfo& process) {
  siginfo_t info = {};
  ::waitid(P_PID, static_cast<id_t>(process.pid), &info, WEXITED | WNOHANG);
}

}  // namespace

std::string_view Name(ArenaKind kind) { return kind == ArenaKind::kPrivate ? "private" : "host"; }

Result<void> Arena::BringTools(const Tools& tools) {
  tools_directory_ = base_ + "/bin";
  tools_ = {tools_directory_ + "/sandproof-probe", tools_directory_ + "/sandproof-fault"};
  SANDPROOF_TRY(MakeApart(tools_directory_));
  SANDPROOF_TRY(CopyProgram(tools.probe, tools_.probe));
  return CopyProgram(tools.fault, tools_.fault);
}

Result<void> Arena::MakeApart(const std::string& directory) {
  SANDPROOF_TRY(MakeDirectory(directory));
  return kind_ == ArenaKind::kPrivate ? MountTmpfs(directory) : Result<void>();
}

std::vector<std::string> Arena::Digested() const {
  if (kind_ == ArenaKind::kPrivate) return PrivateDirectories();
  return {StageRoot(), elsewhere_};
}

Result<void> Arena::MakeDirectories(const ArenaNeeds& needs, const std::optional<Account>& owner) const {
  const Account account = owner.value_or(Account{::geteuid(), ::getegid()});
  for (const std::string& name : needs.account_directories) {
    const std::string path = Expand(name, {{"uid", std::to_string(account.uid)}});
    SANDPROOF_TRY(MakeDirectory(path));
    if (::chmod(path.c_str(), 0700) != 0 || ::chown(path.c_str(), account.uid, account.gid) != 0) {
      return FailErrno("cannot give away " + Printable(path));
    }
  }
  return {};
}

Result<void> Arena::PrepareWork(const std::optional<Account>& owner) const {
  if (owner && ::chown(Work().c_str(), owner->uid, owner->gid) != 0) return FailErrno("cannot give away " + Work());
  return {};
}

Result<void> Arena::EmptyWork() const {
  std::error_code error;
  if (std::filesystem::is_empty(Work(), error) && !error) return {};
  // The file system itself stays: another one in its place would show in the audit of the mounts.
  if (kind_ == ArenaKind::kPrivate) SANDPROOF_TRY(UnmountBelow(Work()));
  SANDPROOF_ASSIGN(const bool mounted, HasMountsBelow(Work()));
  if (mounted) return Fail("something is still mounted below " + Work() + ", so nothing there is deleted");
  for (const auto& entry : std::filesystem::directory_iterator(Work(), error)) std::filesystem::remove_all(entry.path(), error);
  if (!std::filesystem::is_empty(Work(), error)) return Fail("cannot empty " + Work());
  return {};
}

Result<Arena> Arena::EnterPrivate(const Tools& tools, const std::vector<std::string>& keep, const ArenaNeeds& needs) {
  ::umask(022);
  if (!needs.own_processes) SANDPROOF_TRY(AdoptOrphans());
  std::vector<std::string> visible = keep;
  visible.insert(visible.end(), {tools.probe, tools.fault});
  SANDPROOF_TRY(MakeFilesPrivate(visible, needs.own_processes));
  if (needs.without_cgroup2) SANDPROOF_TRY(TakeCgroup2Away());
  for (const std::string& directory : needs.state_directories) SANDPROOF_TRY(MakeStateDirectory(directory));
  Arena arena;
  arena.kind_ = ArenaKind::kPrivate;
  arena.ends_with_worker_ = needs.own_processes;
  const std::vector<std::string> places = PlacesForStages();
  if (places.size() < 2) return Fail("this host lacks two of /home, /var/tmp, /run and /tmp for a stage to stand in");
  arena.base_ = places[0] + "/sandproof";
  arena.elsewhere_ = places[1] + "/elsewhere";
  SANDPROOF_TRY(MakeDirectory(arena.base_));
  SANDPROOF_TRY(arena.MakeApart(arena.Scratch()));
  SANDPROOF_TRY(arena.MakeApart(arena.Work()));
  SANDPROOF_TRY(arena.BringTools(tools));
  SANDPROOF_TRY(ShowInstead("/etc/hosts", arena.tools_directory_ + "/hosts", HostsFile()));
  SANDPROOF_TRY(ShowInstead("/etc/resolv.conf", arena.tools_directory_ + "/resolv.conf", "nameserver " + NameServerAddress() + "\n"));
  SANDPROOF_TRY(MakeReadOnly(arena.tools_directory_));
  SANDPROOF_ASSIGN(arena.internet_, BuildInternet());
  return arena;
}

Result<Arena> Arena::UseHost(const Tools& tools, const std::string& base, const std::string& elsewhere) {
  ::umask(022);
  SANDPROOF_TRY(AdoptOrphans());
  Arena arena;
  SANDPROOF_TRY(MakeDirectory(base));
  arena.base_ = base;
  arena.elsewhere_ = elsewhere;
  SANDPROOF_TRY(arena.MakeApart(arena.Work()));
  SANDPROOF_TRY(arena.BringTools(tools));
  return arena;
}

Arena::Arena(Arena&& other) noexcept
    : kind_(other.kind_),
      ends_with_worker_(other.ends_with_worker_),
      base_(std::exchange(other.base_, {})),
      elsewhere_(std::move(other.elsewhere_)),
      tools_(std::move(other.tools_)),
      tools_directory_(std::move(other.tools_directory_)),
      internet_(std::move(other.internet_)) {}

Arena::~Arena() {
  if (base_.empty() || ends_with_worker_) return;
  KillStrangers({});
  // The files of a private arena end with its mount namespace.
  if (kind_ == ArenaKind::kPrivate || !EmptyWork()) return;
  std::error_code ignored;
  std::filesystem::remove_all(base_, ignored);
}

std::vector<ProcessInfo> Arena::Strangers(const std::vector<pid_t>& known) const {
  std::vector<ProcessInfo> strangers;
  for (const ProcessInfo& process : Inhabitants()) {
    if (std::find(known.begin(), known.end(), process.pid) != known.end()) continue;
    if (process.is_over) {
      if (process.parent == ::getpid()) ReapOrphan(process);
      continue;
    }
    strangers.push_back(process);
  }
  return strangers;
}

bool Arena::KillStrangers(const std::vector<pid_t>& known) const {
  // A process that forks and ends may be missed between its two lives, but not time and again.
  constexpr int kEnoughEmptyLooks = 4;
  const Deadline deadline = Deadline::In(Milliseconds(5'000));
  std::vector<ProcessInfo> strangers = Strangers(known);
  for (int empty_looks = strangers.empty() ? kEnoughEmptyLooks : 0; empty_looks < kEnoughEmptyLooks; ++empty_looks) {
    if (!strangers.empty()) empty_looks = 0;
    if (deadline.Passed()) return false;
    for (const ProcessInfo& process : strangers) ::kill(process.pid, SIGKILL);
    ::usleep(500);
    strangers = Strangers(known);
  }
  return true;
}

}  // namespace harness
