// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/leg.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "harness/arena/kernel_state.h"
#include "harness/arena/network.h"
#include "harness/base/encoding.h"
#include "harness/engine/faults.h"
#include "harness/engine/leg_role.h"
#include "harness/engine/observations.h"
#include "harness/engine/server_watch.h"

namespace harness {
namespace {

constexpr Milliseconds kTeardownPatience{2'000};
constexpr Milliseconds kHeartbeatPatience{25};  // two beats and a half
constexpr char kLauncherPath[] = "/usr/local/bin:/usr/bin:/bin";

// Whether a scenario is about the network at all.
bool UsesNetwork(const Scenario& scenario) {
  return scenario.policy.network.mode != Network::Mode::kNone ||
         std::any_of(scenario.steps.begin(), scenario.steps.end(),
                     [](const Step& step) { return step.verb->witness == WitnessKind::kLedger; });
}

bool UsesSentinel(const Scenario& scenario) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(), [](const Step& step) {
    return step.verb->witness == WitnessKind::kSentinel || step.verb->name == "proc.find";
  });
}

bool UsesVerb(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.steps.begin(), scenario.steps.end(), [&](const Step& step) { return step.verb->name == name; });
}

Variables ServerVariables(const servers::Internet& internet) {
  Variables variables;
  for (const servers::Server* server : internet.Servers()) variables[server->Where().name] = servers::Authority(server->Where());
  return variables;
}

// Everything that a policy or a step may name: paths of the stage and addresses of the servers.
Variables CaseVariables(Variables stage, const servers::Internet& internet) {
  stage.merge(ServerVariables(internet));
  return stage;
}

// In a private arena the hosts file says where the names lead, and the ports are the usual ones.
std::map<std::string, std::string> ResolveTable(const servers::Internet& internet, ArenaKind kind) {
  std::map<std::string, std::string> table;
  if (kind == ArenaKind::kPrivate) return table;
  for (const servers::Server* server : internet.Servers()) {
    const servers::Endpoint& where = server->Where();
    if (where.protocol != servers::Protocol::kHttp || where.address.find(':') != std::string::npos) continue;
    table[where.host + ":80"] = where.address + ":" + std::to_string(where.port);
  }
  return table;
}

// What must hold: the operator's policy, narrowed by the project's.
Policy RequestedPolicy(const Scenario& scenario, const Variables& variables) {
  const Policy policy = Expand(scenario.policy, variables);
  return scenario.project ? Meet(policy, Expand(*scenario.project, variables)) : policy;
}

struct LegRun {
  LegEvidence evidence;
  Snapshot after;
  bool stage_untouched = false;
};

class Leg {
 public:
  Leg(const Scenario& scenario, Surface surface, Adapter& adapter, Workbench& bench)
      : scenario_(scenario), surface_(surface), adapter_(adapter), bench_(bench) {}

  // `before` is a snapshot of the stage as it is now.
  Result<LegRun> Run(const Stage& stage, Snapshot before, LegRole role) {
    const Stopwatch watch;
    SANDPROOF_TRY(MakeSentinelReady());
    SANDPROOF_TRY(bench_.arena.PrepareWork(bench_.account));
    // So that /proc/self/cwd in a scenario means the same here as in the launch.
    if (::chdir(stage.variables().at("workspace").c_str()) != 0) return FailErrno("cannot enter the workspace");

    const ScriptContext context = ContextFor(stage);
    const Script script = WriteScript(scenario_, context);
    const std::vector<StepTarget> targets = FindTargets(scenario_, script, stage, SentinelNonce());
    Observations seen;
    seen.before = std::move(before);
    if (UsesVerb(scenario_, "file.chown")) WaitForNextTick(seen.before);
    ServerWatch servers(bench_.internet, scenario_, script, role);
    const bool audited = role == LegRole::kSubject && bench_.arena.kind() == ArenaKind::kPrivate;
    const auto kernel_before = audited ? KernelState(bench_.arena.Work()) : std::map<std::string, std::string>{};
    {
      SANDPROOF_ASSIGN(const Faults faults, Faults::Inject(scenario_, script, bench_.subject, bench_.arena));
      OpenAndLaunch(stage, script, faults, seen);
    }
    SANDPROOF_TRY(bench_.arena.EmptyWork());
    if (role != LegRole::kVoid) LookForSurvivors(targets, role, seen);
    for (const LaunchObservation& launch : seen.launches) {
      if (launch.result.output_cut) return Fail("a launch printed more than the harness keeps, so not all of it was seen");
    }
    if (audited) seen.kernel_residue = DescribeDifference(kernel_before, KernelState(bench_.arena.Work()));
    seen.servers = servers.Finish();
    TakeSignals(seen);
    SANDPROOF_ASSIGN(seen.after, TakeSnapshot(bench_.arena.Digested(), &seen.before));
    LegRun run;
    run.evidence = Observe(scenario_, script, targets, stage.secrets(), RequestedPolicy(scenario_, context.variables), seen,
                           role == LegRole::kSubject ? Auditing::kAll : Auditing::kNothing);
    run.stage_untouched = Diff(seen.before, seen.after).empty();
    run.after = std::move(seen.after);
    if (!seen.survivors.empty() && !bench_.arena.KillStrangers(Known())) {
      return Fail("processes of the case could not be killed");
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
    context.carrier = CarrierIsThere() ? bench_.subject.carrier : std::vector<std::string>{bench_.arena.tools().probe};
    context.variables = CaseVariables(stage.variables(), bench_.internet);
    context.resolve = UsesNetwork(scenario_) ? ResolveTable(bench_.internet, bench_.arena.kind())
                                             : std::map<std::string, std::string>{};
    context.sentinel_pid = bench_.sentinel ? bench_.sentinel->pid() : 0;
    context.sentinel_nonce = SentinelNonce();
    return context;
  }

  SessionRequest RequestFor(const Stage& stage, const Faults& faults) const {
    SessionRequest request;
    const Variables variables = CaseVariables(stage.variables(), bench_.internet);
    request.operator_policy = Expand(scenario_.policy, variables);
    request.project = scenario_.project ? Expand(*scenario_.project, variables) : request.operator_policy;
    request.stage = {stage.variables().at("workspace"), stage.variables().at("home"), stage.variables().at("tmp"),
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
    request.cancel_fd = bench_.cancel_fd;
    request.work_directory = bench_.arena.Work();
    return request;
  }

  void OpenAndLaunch(const Stage& stage, const Script& script, const Faults& faults, Observations& seen) {
    const SessionRequest session_request = RequestFor(stage, faults);
    Opened opened = adapter_.Open(session_request);
    if (const auto* refused = std::get_if<Refused>(&opened)) {
      seen.session = {SessionEvidence::State::kRefused, refused->part, Printable(refused->why), {}};
      return;
    }
    if (const auto* failed = std::get_if<Failed>(&opened)) {
      seen.session = {SessionEvidence::State::kFailed, failed->step, Printable(failed->why), {}};
      return;
    }
    auto& session = std::get<std::unique_ptr<Session>>(opened);
    seen.session.declared = session->EffectivePolicy();
    const Policy policy = Meet(session_request.operator_policy, session_request.project);
    for (const ScriptLaunch& launch : script.launches) {
      const auto process = session->Start({surface_, launch.argv, Wall(policy)});
      LaunchObservation observation;
      observation.result = RunToEnd(*process, launch.input);
      observation.output = ParseProbeOutput(observation.result.out, launch.token, launch.steps.size());
      seen.launches.push_back(std::move(observation));
    }
    session.reset();
  }

  // Expects the meet of both owners' policies.
  Milliseconds Wall(const Policy& policy) const { return std::min(scenario_.timeout, policy.limits.wall); }

  // A sandbox's processes may take a moment to be gone; under a control nothing is waited for.
  void LookForSurvivors(const std::vector<StepTarget>& targets, LegRole role, Observations& seen) {
    const Deadline deadline = Deadline::In(role == LegRole::kSubject ? kTeardownPatience : Milliseconds(0));
    seen.survivors = bench_.arena.Strangers(Known());
    while (!seen.survivors.empty() && !deadline.Passed()) {
      ::usleep(100);
      seen.survivors = bench_.arena.Strangers(Known());
    }
    for (std::size_t i = 0; i < scenario_.steps.size(); ++i) {
      if (scenario_.steps[i].verb->witness == WitnessKind::kCensus) WatchHeartbeat(targets[i].changes.front(), seen);
    }
  }

  static off_t SizeOf(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_size : 0;
  }

  // A heartbeat that goes on shows within a few beats; one that never began cannot.
  static void WatchHeartbeat(const std::string& file, Observations& seen) {
    const off_t before = SizeOf(file);
    const Deadline deadline = Deadline::In(kHeartbeatPatience);
    while (before > 0 && seen.heartbeat_growth.empty() && !deadline.Passed()) {
      ::usleep(1'000);
      if (const off_t after = SizeOf(file); after > before) {
        seen.heartbeat_growth =
            Printable(file) + " grew from " + std::to_string(before) + " to " + std::to_string(after) + " bytes";
      }
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
  // A stage that the leg before has left exactly as it was serves again.
  Result<LegEvidence> TryRun(Adapter& adapter, LegRole role) {
    if (!stage_) SANDPROOF_TRY(MakeStage());
    SANDPROOF_ASSIGN(LegRun run,
                     Leg(scenario_, surface_, adapter, bench_).Run(*stage_, std::move(snapshot_), role));
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
    SANDPROOF_ASSIGN(Stage stage, Stage::Make(bench_.arena.StageRoot(), bench_.arena.elsewhere(), scenario_.stage,
                                              bench_.arena.tools().probe, bench_.account));
    stage_.emplace(std::move(stage));
    SANDPROOF_ASSIGN(snapshot_, TakeSnapshot(bench_.arena.Digested(), nullptr));
    return {};
  }

  const Scenario& scenario_;
  Surface surface_;
  Workbench& bench_;
  std::optional<Stage> stage_;
  Snapshot snapshot_;  // of the stage as it is
};

}  // namespace

std::vector<servers::Endpoint> EndpointsFor(ArenaKind kind) {
  using servers::Protocol;
  if (kind == ArenaKind::kHost) {
    return {{"good4", "good.test", "127.0.0.1", 0, Protocol::kHttp}, {"good6", "good.test", "::1", 0, Protocol::kHttp},
            {"evil4", "evil.test", "127.0.0.1", 0, Protocol::kHttp}, {"evil6", "evil.test", "::1", 0, Protocol::kHttp},
            {"tcp4", "evil.test", "127.0.0.1", 0, Protocol::kTcp},   {"tcp6", "evil.test", "::1", 0, Protocol::kTcp},
            {"knock4", "evil.test", "127.0.0.1", 0, Protocol::kTcp}};
  }
  const InternetHost& good = InternetHosts()[0];
  const InternetHost& evil = InternetHosts()[1];
  return {{"good4", good.name, good.address4, 80, Protocol::kHttp}, {"good6", good.name, good.address6, 80, Protocol::kHttp},
          {"evil4", evil.name, evil.address4, 80, Protocol::kHttp}, {"evil6", evil.name, evil.address6, 80, Protocol::kHttp},
          {"tcp4", evil.name, evil.address4, 7, Protocol::kTcp},    {"tcp6", evil.name, evil.address6, 7, Protocol::kTcp},
          {"knock4", evil.name, evil.address4, 9, Protocol::kTcp}};
}

CaseEvidence RunCase(const Scenario& scenario, Surface surface, Adapter& subject, Adapter& noop, Adapter& void_adapter,
                     Workbench& bench) {
  const Stopwatch watch;
  CaseEvidence evidence;
  Case one(scenario, surface, bench);
  evidence.void_leg = one.Run(void_adapter, LegRole::kVoid);
  evidence.subject = one.Run(subject, LegRole::kSubject);
  evidence.noop = one.Run(noop, LegRole::kNoop);
  const Variables stage = Stage::VariablesAt(bench.arena.StageRoot(), bench.arena.elsewhere());
  evidence.requested = RequestedPolicy(scenario, CaseVariables(stage, bench.internet));
  evidence.duration_ms = watch.ElapsedMs();
  return evidence;
}

}  // namespace harness
