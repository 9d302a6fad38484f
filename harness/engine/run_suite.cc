// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/run_suite.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>
#include <map>

#include "harness/arena/census.h"
#include "harness/base/channel.h"
#include "harness/base/nonce.h"
#include "harness/engine/signal_catcher.h"
#include "harness/engine/wire.h"
#include "harness/engine/worker.h"
#include "harness/judge/judge.h"
#include "harness/model/promise.h"
#include "harness/process/family.h"

namespace harness {
namespace {

// An arena takes milliseconds; a machine under load gets time.
constexpr Milliseconds kArenaPatience{30'000};
constexpr Milliseconds kFarewell{10'000};
// A worker is given one case ahead, so that it need not wait while the coordinator judges the one before.
constexpr std::size_t kCasesAtOnce = 2;
// Workers in a row that do not get their arena, after the first one did.
constexpr int kMostFailedStarts = 3;

struct Worker {
  ~Worker() {
    socket.Reset();
    if (place.EndsWithWorker()) return;
    // A worker tidies up when it sees its socket closed; one that could not is tidied up after.
    if (process.Wait(Deadline::In(kFarewell)) == Ending(TimedOut{})) process.Kill();
    if (place.kind == ArenaKind::kPrivate) return;
    std::error_code ignored;
    std::filesystem::remove_all(place.base, ignored);
    std::filesystem::remove_all(place.elsewhere, ignored);
  }

  WorkerPlace place;
  Child process;
  UniqueFd socket;
  MessageReader reader;
  bool ready = false;
  std::deque<std::size_t> running;  // indexes of the cases that it was given; it does the first
  Deadline deadline;                // for the first
};

class Suite {
 public:
  Suite(std::vector<Scenario> scenarios, const SuiteAdapters& adapters, const SuiteOptions& options,
        const std::function<void(const SuiteProgress&)>& progress)
      : scenarios_(std::move(scenarios)), adapters_(adapters), options_(options), progress_(progress) {}

  Result<RunReport> Run() {
    const Stopwatch watch;
    report_.adapter = adapters_.subject.Describe();
    report_.jobs = options_.jobs;
    const Plan plan = MakePlan(scenarios_, report_.adapter, PlanOnThisHost());
    cases_ = plan.cases;
    for (const UnsupportedCase& one : plan.unsupported) AddUnsupported(one);
    report_.pack.required = plan.required;
    for (const PlannedCase& one : cases_) Adjust(scenarios_[one.scenario]);
    if (!report_.adapter.weakened.empty()) {
      report_.notes.push_back("the sandbox was broken on purpose: " + report_.adapter.weakened);
    }
    if (!report_.adapter.unavailable.empty()) {
      report_.notes.push_back("the adapter is not available: " + report_.adapter.unavailable + "; " + report_.adapter.remedy);
    } else {
      if (!cases_.empty()) SANDPROOF_TRY(RunCases());
    }
    std::sort(report_.cases.begin(), report_.cases.end(), [](const auto& a, const auto& b) { return a.Id() < b.Id(); });
    report_.pack.executed = static_cast<int>(report_.cases.size());
    report_.duration_ms = watch.ElapsedMs();
    return std::move(report_);
  }

 private:
  PlanOptions PlanOnThisHost() const {
    PlanOptions plan = options_.plan;
    for (const Scenario& scenario : scenarios_) {
      for (const std::string& name : scenario.programs) {
        // Where the PATH inside leads, see EnvironmentInside.
        if (!FindProgram(name, {"/usr/local/bin", "/usr/bin", "/bin"})) plan.missing_programs.push_back(name);
      }
    }
    return plan;
  }

  // Nothing is asked of the adapter that it does not promise and that no step is about.
  void Adjust(Scenario& scenario) const {
    if (scenario.conceded.empty()) scenario = Concede(std::move(scenario), report_.adapter.capabilities);
  }

  void AddUnsupported(const UnsupportedCase& unsupported) {
    CaseReport report;
    report.scenario = scenarios_[unsupported.planned.scenario];
    report.surface = unsupported.planned.surface;
    report.judgement.verdict = Verdict::kUnsupported;
    report.judgement.reason = unsupported.why;
    StepJudgement step;
    step.verdict = Verdict::kUnsupported;
    report.judgement.steps.assign(report.scenario.steps.size(), step);
    report_.cases.push_back(std::move(report));
  }

  Result<void> RunCases() {
    for (std::size_t i = 0; i < cases_.size(); ++i) waiting_.push_back(i);
    SANDPROOF_TRY(ChooseArena());
    failed_starts_ = 0;
    while (!Finished()) {
      Refill();
      if (workers_.empty() || failed_starts_ >= kMostFailedStarts) return Fail("no worker could be started: " + last_error_);
      Wait();
    }
    workers_.clear();
    KillOrphans();
    return {};
  }

  bool Finished() const {
    if (report_.interrupted_by != 0) return true;
    const bool idle = std::all_of(workers_.begin(), workers_.end(), [](const auto& one) { return one->running.empty(); });
    return waiting_.empty() && idle;
  }

  // The first worker shows which kind of arena there is.
  Result<void> ChooseArena() {
    const ArenaNeeds& needs = report_.adapter.arena;
    if (needs.host && options_.arena == ArenaChoice::kPrivate) {
      return Fail("there is no private arena for " + report_.adapter.name + ", which works by what lies outside of namespaces");
    }
    if (options_.arena != ArenaChoice::kHost && !needs.host) {
      kind_ = ArenaKind::kPrivate;
      report_.arena = {"private", options_.arena == ArenaChoice::kAuto ? "this host has namespaces" : "asked for"};
      if (!needs.own_processes) {
        report_.arena.why += ", none for processes: the adapter asks for that";
        (void)AdoptOrphans();
      }
      if (StartWorkers()) return {};
      if (report_.interrupted_by != 0) return {};
      if (options_.arena == ArenaChoice::kPrivate) return Fail("there is no private arena on this host: " + last_error_);
    }
    kind_ = ArenaKind::kHost;
    (void)AdoptOrphans();
    report_.arena = {"host", options_.arena == ArenaChoice::kHost ? "asked for"
                             : needs.host                         ? "the adapter asks for it"
                                                                  : "no private arena: " + last_error_};
    if (StartWorkers() || report_.interrupted_by != 0) return {};
    return Fail("there is no arena on this host: " + last_error_);
  }

  // All of them at once: an arena takes longer to make than to ask for.
  bool StartWorkers() {
    const std::size_t wanted = std::min<std::size_t>(static_cast<std::size_t>(options_.jobs), cases_.size());
    while (workers_.size() < wanted && StartWorker()) continue;
    const auto is_ready = [](const auto& worker) { return worker->ready; };
    while (!workers_.empty() && report_.interrupted_by == 0) {
      if (std::any_of(workers_.begin(), workers_.end(), is_ready)) return true;
      Wait();
    }
    return false;
  }

  WorkerPlace NewPlace() const {
    const std::string name = "/sandproof-" + MakeNonce();
    return {kind_, report_.adapter.arena, options_.host_stage_parent + name,
            options_.host_elsewhere_parent + name + "-elsewhere"};
  }

  // What a dead worker leaves comes to the coordinator, its subreaper, where it does not end with the worker.
  void KillOrphans() const {
    if (NewPlace().EndsWithWorker()) return;
    const std::vector<ProcessInfo> family = DescendantsOf(::getpid(), TakeCensus());
    for (const ProcessInfo& process : family) {
      const bool is_worker = std::any_of(workers_.begin(), workers_.end(),
                                         [&](const auto& worker) { return worker->process.pid() == process.pid; });
      if (process.parent != ::getpid() || is_worker) continue;
      for (const ProcessInfo& descendant : DescendantsOf(process.pid, family)) ::kill(descendant.pid, SIGKILL);
      ::kill(process.pid, SIGKILL);
      ::waitpid(process.pid, nullptr, 0);
    }
  }

  bool StartWorker() {
    auto pair = MakeSocketPair();
    if (!pair) {
      last_error_ = pair.error().message;
      return false;
    }
    const WorkerPlace place = NewPlace();
    auto forked = Child::Fork(kind_ == ArenaKind::kPrivate ? Arena::Namespaces(place.needs) : 0, [&] {
      pair->mine.Reset();
      // Another worker's socket held open here would keep that worker from seeing the coordinator's end.
      for (const auto& worker : workers_) worker->socket.Reset();
      signals_.GiveBack();
      return RunWorker(pair->theirs.get(), place, scenarios_, cases_, adapters_, options_);
    });
    if (const auto* failed = std::get_if<NotStarted>(&forked)) {
      last_error_ = "a worker could not be started in new namespaces (" + Describe(Ending(*failed)) + ")";
      return false;
    }
    workers_.push_back(std::unique_ptr<Worker>(new Worker{place, std::get<Child>(std::move(forked)), std::move(pair->mine), {}, false,
                                                          {}, Deadline::In(kArenaPatience)}));
    return true;
  }

  void Refill() {
    const std::size_t busy = static_cast<std::size_t>(
        std::count_if(workers_.begin(), workers_.end(), [](const auto& one) { return !one->running.empty(); }));
    const std::size_t wanted = std::min<std::size_t>(static_cast<std::size_t>(options_.jobs), waiting_.size() + busy);
    while (workers_.size() < wanted && StartWorker()) continue;
    // Round by round, so that the last cases are spread over the workers.
    for (std::size_t depth = 0; depth < kCasesAtOnce; ++depth) {
      for (const auto& worker : workers_) {
        if (worker->ready && worker->running.size() == depth && !waiting_.empty()) Assign(*worker);
      }
    }
  }

  void Assign(Worker& worker) {
    const auto index = static_cast<std::uint32_t>(waiting_.front());
    waiting_.pop_front();
    worker.running.push_back(index);
    if (worker.running.size() == 1) StartClock(worker);
    // A dead worker shows at the next poll.
    (void)::send(worker.socket.get(), &index, sizeof index, MSG_NOSIGNAL);
  }

  void StartClock(Worker& worker) const {
    const Scenario& scenario = scenarios_[cases_[worker.running.front()].scenario];
    worker.deadline = Deadline::In(options_.case_patience + 3 * scenario.steps.size() * scenario.timeout);
  }

  void Wait() {
    std::vector<pollfd> polled = {{signals_.fd(), POLLIN, 0}};
    int patience = 1'000;
    for (const auto& worker : workers_) {
      polled.push_back({worker->socket.get(), POLLIN, 0});
      if (!worker->running.empty() || !worker->ready) patience = std::min(patience, worker->deadline.LeftMs());
    }
    ::poll(polled.data(), static_cast<nfds_t>(polled.size()), patience);
    if (polled[0].revents != 0) return Interrupt();
    for (std::size_t i = 0; i + 1 < polled.size(); ++i) {
      if (polled[i + 1].revents != 0) {
        Listen(*workers_[i]);
      } else if ((!workers_[i]->running.empty() || !workers_[i]->ready) && workers_[i]->deadline.Passed()) {
        GiveUp(*workers_[i], "it did not finish in time and was killed");
      }
    }
    if (std::erase_if(workers_, [](const auto& worker) { return !worker->socket; }) > 0) KillOrphans();
  }

  void Interrupt() {
    const int signal = signals_.Take();
    if (signal == 0) return;
    report_.interrupted_by = signal;
    report_.notes.push_back("interrupted with " + std::to_string(waiting_.size()) + " case(s) not yet begun");
    workers_.clear();
  }

  void Listen(Worker& worker) {
    const bool open = worker.reader.ReadSome(worker.socket.get());
    while (auto message = worker.reader.TakeMessage()) {
      if (worker.ready) {
        TakeEvidence(worker, *message);
      } else {
        TakeReady(worker, *message);
      }
    }
    if (!open && worker.socket) GiveUp(worker, "");
  }

  void TakeReady(Worker& worker, const std::string& message) {
    const Result<WorkerReady> ready = DecodeReady(message);
    const std::string error = ready ? ready->error : ready.error().message;
    if (!error.empty()) {
      last_error_ = error;
      ++failed_starts_;
      worker.socket.Reset();
      return;
    }
    failed_starts_ = 0;
    worker.ready = true;
    report_.adapter.version = ready->version;
  }

  void TakeEvidence(Worker& worker, const std::string& message) {
    Result<CaseEvidence> evidence = DecodeEvidence(message);
    if (!evidence) return GiveUp(worker, evidence.error().message);
    Conclude(worker, *std::move(evidence));
  }

  // The worker is gone, or about to be.
  void GiveUp(Worker& worker, const std::string& why) {
    const Ending ending = why.empty() ? worker.process.Wait(Deadline::In(Milliseconds(1'000))) : worker.process.Kill();
    last_error_ = "a worker ended (" + Describe(ending) + ")";
    if (!worker.ready) ++failed_starts_;
    worker.socket.Reset();
    if (worker.running.empty()) return;
    // It died of the first; the others it had not begun.
    for (; worker.running.size() > 1; worker.running.pop_back()) waiting_.push_front(worker.running.back());
    CaseEvidence evidence;
    evidence.harness_error = why.empty() ? "the worker died (" + Describe(ending) + ")" : "the worker: " + why;
    Conclude(worker, std::move(evidence));
  }

  void Conclude(Worker& worker, CaseEvidence evidence) {
    if (worker.running.empty()) return;
    const PlannedCase& one = cases_[worker.running.front()];
    worker.running.pop_front();
    if (!worker.running.empty()) StartClock(worker);
    CaseReport report;
    report.scenario = scenarios_[one.scenario];
    report.surface = one.surface;
    report.judgement = Judge(report.scenario, evidence);
    report.evidence = std::move(evidence);
    report_.cases.push_back(std::move(report));
    const bool red = IsRed(report_.cases.back().judgement.verdict);
    progress_({static_cast<int>(report_.cases.size()), static_cast<int>(cases_.size()), &report_.cases.back()});
    if (options_.fail_fast && red && !waiting_.empty()) {
      report_.notes.push_back("stopped at the first red case, with " + std::to_string(waiting_.size()) + " not yet begun");
      waiting_.clear();
    }
  }

  std::vector<Scenario> scenarios_;
  const SuiteAdapters& adapters_;
  const SuiteOptions& options_;
  const std::function<void(const SuiteProgress&)>& progress_;
  SignalCatcher signals_;
  ArenaKind kind_ = ArenaKind::kPrivate;
  std::vector<PlannedCase> cases_;
  std::deque<std::size_t> waiting_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::string last_error_;
  int failed_starts_ = 0;
  RunReport report_;
};

}  // namespace

Result<RunReport> RunSuite(const std::vector<Scenario>& scenarios, const SuiteAdapters& adapters,
                           const SuiteOptions& options, const std::function<void(const SuiteProgress&)>& progress) {
  return Suite(scenarios, adapters, options, progress).Run();
}

}  // namespace harness
