// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/leg.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/arena/kernel_state.h"
#include "harness/base/encoding.h"
#include "harness/engine/endpoints.h"
#include "harness/engine/faults.h"
#include "harness/engine/leg_role.h"
#include "harness/engine/observations.h"
#include "harness/engine/server_watch.h"
#include "harness/engine/session_run.h"
#include "harness/engine/survivors.h"

namespace harness {
namespace {

constexpr char kLauncherPath[] = "/usr/local/bin:/usr/bin:/bin";

// Whether a scenario is about the network at all.
bool UsesNetwork(const Scenario& scenario) {
  return scenario.policy.network.mode != Network::Mode::kNone ||
         std::any_of(scenario.steps.begin(), scenario.steps.end(),
                     [](const Step& step) { return step.verb->witness == WitnessKind::kLedger; });
}

bool UsesSentinel(const Scenario& scenario) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(), [](const Step& step) {
    return step.verb->needs_sentinel;
  });
}

bool UsesVerb(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(), [&](const Step& step) { return step.verb->name == name; });
}

// Everything that a policy or a step may name: paths of the stage and addresses of the servers.
Variables CaseVariables(Variables stage, const servers::Internet& internet) {
  stage.merge(ServerVariables(internet));
  return stage;
}

// On the host /tmp is everybody's, and two workers would meet there: the stage's own stands in for it.
std::string WorkspaceOf(const Scenario& scenario, const Arena& arena) {
  constexpr std::string_view kTmp = "/tmp/";
  if (arena.kind() == ArenaKind::kPrivate || !scenario.workspace.starts_with(kTmp)) return scenario.workspace;
  return "${tmp}/" + scenario.workspace.substr(kTmp.size());
}

// What must hold: the operator's policy, narrowed by the project's.
Policy RequestedPolicy(const Scenario& scenario, const Variables& variables) {
  const Policy policy = Expand(scenario.policy, variables);
  return scenario.project ? Meet(policy, Expand(*scenario.project, variables)) : policy;
}

bool IsBreach(const Step& step, const StepEvidence& evidence) {
  return step.expect.kind == Expectation::Kind::kDenied && !evidence.witnesses.empty() &&
         evidence.witnesses.front().outcome == Outcome::kHappened;
}

// Puts what a further repetition has shown to what is known: the first one's evidence stays, but for a breach, which once is
// enough of.
void AddRepetition(const Scenario& scenario, int number, LegEvidence next, LegEvidence& known) {
  const std::string which = "repetition " + std::to_string(number);
  for (Finding& finding : next.findings) known.findings.push_back({finding.kind, which + ": " + finding.detail});
  for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
    StepEvidence& step = next.steps[i];
    const Outcome outcome = step.witnesses.empty() ? Outcome::kUnknown : step.witnesses.front().outcome;
    const Outcome before = known.steps[i].witnesses.empty() ? Outcome::kUnknown : known.steps[i].witnesses.front().outcome;
    if (outcome == before) continue;
    if (known.unstable.empty()) {
      known.unstable = "in " + which + " step " + std::to_string(i + 1) + " " + Describe(outcome) + ", before it " + Describe(before);
    }
    if (IsBreach(scenario.steps[i], step)) known.steps[i] = std::move(step);
  }
}

// What any of the scenario's sessions may do.
Policy AllowedPolicy(const Scenario& scenario, const Variables& variables) {
  Policy allowed = RequestedPolicy(scenario, variables);
  for (const NamedSession& session : scenario.sessions) allowed = Either(allowed, Expand(session.policy, variables));
  return allowed;
}

// Why a step of it would reach, with nothing enforced, for what the harness did not make; empty where none would.
std::string ReachesTooFar(const Scenario& scenario, const Arena& arena) {
  const bool is_private = arena.kind() == ArenaKind::kPrivate;
  // This worker is process 1 of the arena's pid namespace where there is one, and everything in there is of the case.
  const bool own_processes = is_private && ::getpid() == 1;
  for (const Step& step : scenario.steps) {
    if ((step.verb->needs_own_processes && !own_processes) || (step.verb->needs_private_arena && !is_private)) {
      return step.verb->name + " would reach further than this arena";
    }
  }
  return {};
}

struct LegRun {
  LegEvidence evidence;
  Snapshot after;
  bool stage_untouched = false;
};

class Leg {
 public:
  // `brokers` serve the sockets of the stage.
  Leg(const Scenario& scenario, Surface surface, Adapter& adapter, const servers::Internet& brokers, Workbench& bench)
      : scenario_(scenario), surface_(surface), adapter_(adapter), brokers_(brokers), bench_(bench) {}

  // `before` is a snapshot of the stage as it is now.
  Result<LegRun> Run(const Stage& stage, Snapshot before, LegRole role) {
    const Stopwatch watch;
    SANDPROOF_TRY(MakeSentinelReady());
    SANDPROOF_TRY(bench_.arena.PrepareWork(bench_.account));
    // So that /proc/self/cwd in a scenario means the same here as in the launch.
    if (::chdir(stage.variables().at("workspace").c_str()) != 0) return FailErrno("cannot enter the workspace");

    const ScriptContext context = ContextFor(stage);
    const Script script = WriteScript(scenario_, context);
    const std::vector<StepTarget> targets = FindTargets(scenario_, script, stage, bench_.sentinel ? &*bench_.sentinel : nullptr);
    Observations seen;
    if (role == LegRole::kVoid) seen.zombies = 0;
    seen.before = std::move(before);
    if (UsesVerb(scenario_, "file.chown")) WaitForNextTick(seen.before);
    ServerWatch servers({&bench_.internet, &brokers_}, scenario_, script, role);
    const bool audited = role == LegRole::kSubject && bench_.arena.kind() == ArenaKind::kPrivate;
    // What came before is of another leg.
    if (audited && bench_.packets != nullptr) bench_.packets->Take();
    const auto kernel_before = audited ? KernelState(bench_.arena.Work()) : std::map<std::string, std::string>{};
    {
      SANDPROOF_ASSIGN(const Faults faults, Faults::Inject(scenario_, script, bench_.subject, bench_.arena));
      SessionRun run(scenario_, script, surface_, adapter_,
                     [&](const std::string& session) { return RequestFor(stage, faults, session); },
                     [&] { if (UsesVerb(scenario_, "proc.orphans")) seen.zombies = CountZombies(role); }, seen);
      SANDPROOF_ASSIGN(const bool performs, MayPerform(stage, faults, role, seen));
      if (performs) run.Perform();
      run.CloseAll();
      if (role != LegRole::kVoid) LookForSurvivors(scenario_, targets, bench_.arena, Known(), role, seen);
    }
    SANDPROOF_TRY(bench_.arena.EmptyWork());
    LookForIpc(script, seen);
    for (const LaunchObservation& launch : seen.launches) {
      if (launch.result.output_cut) return Fail("a launch printed more than the harness keeps, so not all of it was seen");
    }
    if (audited) seen.kernel_residue = DescribeDifference(kernel_before, KernelState(bench_.arena.Work()));
    seen.servers = servers.Finish();
    if (audited && bench_.packets != nullptr) seen.packets = bench_.packets->Take();
    TakeSignals(seen);
    SANDPROOF_ASSIGN(seen.after, TakeSnapshot(bench_.arena.Digested(), &seen.before));
    LegRun run;
    run.evidence = Observe(scenario_, script, targets, stage.secrets(), AllowedPolicy(scenario_, context.variables), seen,
                           role == LegRole::kSubject ? Auditing::kAll : Auditing::kNothing);
    run.stage_untouched = Diff(seen.before, seen.after).empty();
    run.after = std::move(seen.after);
    if (!seen.survivors.empty()) {
      const Stopwatch killing;
      if (!bench_.arena.KillStrangers(Known())) return Fail("processes of the case could not be killed");
      if (role == LegRole::kNoop) run.evidence.teardown_ms = killing.ElapsedMs();
    }
    (void)::chdir("/");
    run.evidence.duration_ms = watch.ElapsedMs();
    return run;
  }

 private:
  Result<void> MakeSentinelReady() {
    if (!UsesSentinel(scenario_) || (bench_.sentinel && bench_.sentinel->TakeSignals())) return {};
    bench_.sentinel.reset();
    SANDPROOF_ASSIGN(Sentinel sentinel, Sentinel::Start(bench_.arena.tools().probe, bench_.account));
    bench_.sentinel.emplace(std::move(sentinel));
    return {};
  }

  std::string SentinelNonce() const { return bench_.sentinel ? bench_.sentinel->nonce() : std::string(); }

  std::vector<pid_t> Known() const {
    return bench_.sentinel ? std::vector<pid_t>{bench_.sentinel->pid()} : std::vector<pid_t>{};
  }

  // Where the sandbox's programs are taken away, a carrier is mostly one of them: without the probe in its place nothing
  // could run in the controls, nor in a sandbox that fails open.
  bool CarrierIsThere() const { return !bench_.subject.carrier.empty() && !UsesVerb(scenario_, "fault.missing"); }

  ScriptContext ContextFor(const Stage& stage) const {
    ScriptContext context;
    context.surface = surface_;
    context.carrier = CarrierIsThere() ? bench_.subject.carrier : std::vector<std::string>{bench_.arena.tools().probe};
    context.variables = CaseVariables(stage.variables(), bench_.internet);
    context.resolve = UsesNetwork(scenario_) ? ResolveTable(bench_.internet, bench_.arena.kind())
                                             : std::map<std::string, std::string>{};
    context.name_server = NameServerFor(bench_.internet, bench_.arena.kind());
    context.sentinel_pid = bench_.sentinel ? bench_.sentinel->pid() : 0;
    context.sentinel_nonce = SentinelNonce();
    context.ipc_key = stage.ipc_key();
    return context;
  }

  const NamedSession* FindSession(const std::string& name) const {
    for (const NamedSession& session : scenario_.sessions) {
      if (session.name == name) return &session;
    }
    return nullptr;
  }

  SessionRequest RequestFor(const Stage& stage, const Faults& faults, const std::string& session) const {
    SessionRequest request;
    const Variables variables = CaseVariables(stage.variables(), bench_.internet);
    const NamedSession* const named = FindSession(session);
    request.operator_policy = Expand(named != nullptr ? named->policy : scenario_.policy, variables);
    request.project = scenario_.project && named == nullptr ? Expand(*scenario_.project, variables) : request.operator_policy;
    const std::string workspace = named != nullptr && !named->workspace.empty() ? named->workspace : "${workspace}";
    request.stage = {Expand(workspace, variables), stage.variables().at("home"), stage.variables().at("tmp"),
                     bench_.arena.tools_directory()};
    std::string path;
    for (const std::string& directory : stage.search_path()) path += directory + ":";
    request.environment = stage.Environment();
    request.environment.push_back("PATH=" + path + kLauncherPath);
    request.environment.push_back("HOME=" + request.stage.home);
    request.environment.push_back("TMPDIR=" + request.stage.tmp);
    request.search_path = faults.search_path();
    request.account = bench_.account;
    request.command_prefix = faults.command_prefix();
    request.inherited = stage.Inherited();
    request.cancel_fd = bench_.cancel_fd;
    request.work_directory = bench_.arena.Work();
    return request;
  }

  // Where a step would reach too far nothing is run, and that is a fault of the harness; but for a sandbox that would refuse anyway.
  Result<bool> MayPerform(const Stage& stage, const Faults& faults, LegRole role, Observations& seen) {
    std::string too_far = ReachesTooFar(scenario_, bench_.arena);
    if (role == LegRole::kVoid || too_far.empty()) return true;
    Opened opened = adapter_.Open(RequestFor(stage, faults, kMainSession));
    const auto* const refused = std::get_if<Refused>(&opened);
    if (refused == nullptr) return Fail(std::move(too_far));
    seen.session = {SessionEvidence::State::kRefused, refused->part, Printable(refused->why), {}};
    return false;
  }

  // What a step made is gone afterwards in any case.
  void LookForIpc(const Script& script, Observations& seen) const {
    for (std::size_t i = 0; i < scenario_.steps.size(); ++i) {
      if (scenario_.steps[i].verb->witness != WitnessKind::kIpc) continue;
      const std::string& kind = script.steps[i].arguments.at("kind");
      const int key = IpcKeyOf(script.steps[i].nonce);
      if (IpcObjects::Exists(kind, key)) seen.ipc_left.insert(i);
      IpcObjects::Remove(kind, key);
    }
  }

  void TakeSignals(Observations& seen) {
    if (!UsesSentinel(scenario_)) return;
    auto signals = bench_.sentinel->TakeSignals();
    if (signals) {
      seen.signals = *std::move(signals);
    } else {
      seen.dead_sentinel = signals.error().message;
    }
  }

  const Scenario& scenario_;
  Surface surface_;
  Adapter& adapter_;
  const servers::Internet& brokers_;
  Workbench& bench_;
};

// One case: its three legs, on stages that are the same but for their secrets.
class Case {
 public:
  Case(const Scenario& scenario, Surface surface, Workbench& bench)
      : scenario_(scenario), surface_(surface), bench_(bench) {}

  LegEvidence Run(Adapter& adapter, LegRole role) {
    Result<LegEvidence> evidence = TryRun(adapter, role);
    if (evidence) return *std::move(evidence);
    LegEvidence failed;
    failed.steps.resize(scenario_.steps.size());
    failed.harness_error = evidence.error().message;
    bench_.arena.KillStrangers(bench_.sentinel ? std::vector<pid_t>{bench_.sentinel->pid()} : std::vector<pid_t>{});
    stage_.reset();
    return failed;
  }

 private:
  Result<LegRun> RunOnce(Adapter& adapter, LegRole role) {
    return Leg(scenario_, surface_, adapter, *brokers_, bench_).Run(*stage_, std::move(snapshot_), role);
  }

  // A stage that the leg before has left exactly as it was serves again.
  Result<LegEvidence> TryRun(Adapter& adapter, LegRole role) {
    if (!stage_) SANDPROOF_TRY(MakeStage());
    SANDPROOF_ASSIGN(LegRun run, RunOnce(adapter, role));
    // A control shows that a step can fail, for which once is enough.
    for (int i = 2; i <= scenario_.repeat && role == LegRole::kSubject; ++i) {
      snapshot_ = std::move(run.after);
      SANDPROOF_ASSIGN(LegRun next, RunOnce(adapter, role));
      run.after = std::move(next.after);
      run.stage_untouched = run.stage_untouched && next.stage_untouched;
      AddRepetition(scenario_, i, std::move(next.evidence), run.evidence);
    }
    // Of a control nothing but its outcomes is of interest to anyone.
    if (role != LegRole::kSubject) {
      run.evidence.session.declared = {};
      for (LaunchEvidence& launch : run.evidence.launches) launch.argv.clear();
    }
    if (run.stage_untouched) {
      snapshot_ = std::move(run.after);
    } else {
      stage_.reset();
    }
    return std::move(run.evidence);
  }

  Result<void> MakeStage() {
    SANDPROOF_ASSIGN(Stage stage, Stage::Make(bench_.arena.StageRoot(), bench_.arena.elsewhere(),
                                              WorkspaceOf(scenario_, bench_.arena), scenario_.stage,
                                              bench_.arena.tools().probe, bench_.account));
    stage_.emplace(std::move(stage));
    SANDPROOF_ASSIGN(servers::Internet brokers, StartBrokers(scenario_.stage, stage_->variables(), bench_.account));
    brokers_.emplace(std::move(brokers));
    SANDPROOF_ASSIGN(snapshot_, TakeSnapshot(bench_.arena.Digested(), nullptr));
    return {};
  }

  const Scenario& scenario_;
  Surface surface_;
  Workbench& bench_;
  std::optional<Stage> stage_;
  std::optional<servers::Internet> brokers_;  // there where the stage is
  Snapshot snapshot_;  // of the stage as it is
};

}  // namespace

CaseEvidence RunCase(const Scenario& scenario, Surface surface, Adapter& subject, Adapter& noop, Adapter& void_adapter,
                     Workbench& bench) {
  const Stopwatch watch;
  CaseEvidence evidence;
  Case one(scenario, surface, bench);
  evidence.void_leg = one.Run(void_adapter, LegRole::kVoid);
  evidence.subject = one.Run(subject, LegRole::kSubject);
  // Where no session was opened, there is nothing to arm.
  const bool opened = evidence.subject.session.state == SessionEvidence::State::kOpened;
  if (opened || ReachesTooFar(scenario, bench.arena).empty()) {
    evidence.noop = one.Run(noop, LegRole::kNoop);
  } else {
    evidence.noop.steps.resize(scenario.steps.size());
  }
  const Variables stage = Stage::VariablesAt(bench.arena.StageRoot(), bench.arena.elsewhere(), WorkspaceOf(scenario, bench.arena));
  evidence.requested = RequestedPolicy(scenario, CaseVariables(stage, bench.internet));
  evidence.duration_ms = watch.ElapsedMs();
  return evidence;
}

}  // namespace harness
