// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <csignal>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "harness/model/report.h"

namespace reports {

// A fixed report that the tests of every writer share: each kind of verdict that a writer treats in its own
// way, and bytes that nobody should trust.

inline harness::Step SampleStep(std::string_view verb, std::map<std::string, std::string> arguments,
                                harness::Expectation::Kind expect) {
  harness::Step step;
  step.verb = harness::FindVerb(verb);
  step.arguments = std::move(arguments);
  step.expect.kind = expect;
  return step;
}

inline harness::LaunchEvidence SampleLaunch() {
  harness::LaunchEvidence launch;
  launch.argv = {"/usr/bin/bwrap", "--ro-bind", "/", "/", "/opt/probe", "it's \xff\n", "C:\\x41"};
  launch.ending = harness::Exited{0};
  launch.duration_ms = 12.3456;
  launch.token_came_back = true;
  launch.finished = true;
  return launch;
}

// A case whose only step went as expected.
inline harness::CaseReport SampleCase(const std::string& id, harness::Step step) {
  using harness::Outcome;
  const bool denied = step.expect.kind == harness::Expectation::Kind::kDenied;
  const Outcome outcome = denied ? Outcome::kNotHappened : Outcome::kHappened;
  harness::CaseReport one;
  one.scenario.id = id;
  one.scenario.title = "A title of " + id;
  one.scenario.pack = "core";
  one.scenario.file = "scenarios/" + id + ".yaml";
  one.judgement.verdict = harness::Verdict::kPass;
  one.judgement.reason = "every step as expected";
  one.judgement.steps = {{harness::Verdict::kPass, harness::Failure::kNone, "as expected", outcome,
                          Outcome::kHappened, Outcome::kNotHappened, true}};
  harness::StepEvidence evidence;
  evidence.probe = harness::ProbeRecord{};
  if (denied) evidence.probe = {harness::ProbeRecord::Result::kFailed, "openat", EACCES, 0, ""};
  evidence.witnesses = {{std::string(harness::Name(step.verb->witness)), outcome, ""}};
  one.evidence.subject.steps = {evidence};
  one.evidence.subject.launches = {SampleLaunch()};
  one.evidence.requested = harness::Expand(harness::Policy{}, {{"workspace", "/stage/workspace"}});
  one.evidence.subject.session.declared = one.evidence.requested;
  one.evidence.duration_ms = 20.5;
  one.scenario.steps = {std::move(step)};
  one.reproduce = "sandproof run " + id + " --adapter bubblewrap --surface exec";
  return one;
}

inline harness::CaseReport PassingCase() {
  return SampleCase("filesystem/write-workspace", SampleStep("file.write", {{"path", "${workspace}/x"}},
                                                             harness::Expectation::Kind::kAllowed));
}

// The probe says denied, the server says that it was there.
inline harness::CaseReport BreachCase() {
  harness::CaseReport one = SampleCase(
      "network/deny-http",
      SampleStep("http.get", {{"url", "http://evil.test/${nonce}"}}, harness::Expectation::Kind::kDenied));
  one.scenario.title = "A request to a server outside is refused, and the server never sees it";
  one.scenario.why = "The acceptance list asks for a denied request,\nproven at the server.\n";
  one.scenario.refs = {"https://example.org/issues/1"};
  one.scenario.steps.push_back(
      SampleStep("file.write", {{"path", "${workspace}/alive"}}, harness::Expectation::Kind::kAllowed));
  one.judgement.verdict = harness::Verdict::kFail;
  one.judgement.failure = harness::Failure::kBreach;
  one.judgement.reason = "http.get: a denied thing happened";
  one.judgement.steps[0].verdict = harness::Verdict::kFail;
  one.judgement.steps[0].failure = harness::Failure::kBreach;
  one.judgement.steps[0].reason = "the server ledger holds the nonce";
  one.judgement.steps[0].outcome = harness::Outcome::kHappened;
  one.judgement.steps.push_back(PassingCase().judgement.steps[0]);
  harness::StepEvidence& evidence = one.evidence.subject.steps[0];
  evidence.probe = {harness::ProbeRecord::Result::kFailed, "connect", ECONNREFUSED, 0, "after 3 ms"};
  evidence.witnesses = {{"server ledger", harness::Outcome::kHappened, "evil.test saw GET /k2j4 once"},
                        {"secret scan", harness::Outcome::kNotHappened, ""}};
  one.evidence.subject.steps.push_back(PassingCase().evidence.subject.steps[0]);
  one.evidence.subject.findings = {{harness::Finding::Kind::kResidue, "added /tmp/left\x1b[2J behind"}};
  return one;
}

inline harness::CaseReport WeakenedCase() {
  harness::CaseReport one = SampleCase(
      "policy/deny-read", SampleStep("file.copy", {{"from", "${outside}/secret.txt"}, {"to", "/x\xff"}},
                                     harness::Expectation::Kind::kDenied));
  one.judgement.verdict = harness::Verdict::kWeakened;
  one.judgement.reason = "the session opened with the network shared";
  one.judgement.steps[0].verdict = harness::Verdict::kWeakened;
  one.judgement.steps[0].reason = one.judgement.reason;
  one.evidence.subject.steps[0].probe = {harness::ProbeRecord::Result::kKilled, "", 0, SIGSYS, ""};
  one.evidence.subject.session.declared.network.mode = harness::Network::Mode::kOpen;
  one.evidence.subject.session.declared.limits.pids = 9;
  return one;
}

inline harness::CaseReport InconclusiveCase() {
  harness::CaseReport one = SampleCase("process/exit-code \x01<&\"]]>\xef\xbf\xbf",
                                       SampleStep("proc.find", {}, harness::Expectation::Kind::kDenied));
  one.judgement.verdict = harness::Verdict::kInconclusive;
  one.judgement.reason = "no token came back";
  one.judgement.steps = {};
  one.evidence.subject.steps = {};
  one.evidence.subject.harness_error = "the worker died\xc3";
  one.evidence.subject.launches[0].token_came_back = false;
  one.evidence.subject.launches[0].ending = harness::NotStarted{"execve", ENOENT};
  one.evidence.subject.launches[0].stderr_tail = "bwrap: no such file\\x0aand \\\\x";
  return one;
}

inline harness::CaseReport UnsupportedCase() {
  harness::CaseReport one = SampleCase(
      "limits/cap-memory", SampleStep("proc.exit", {{"code", "0"}}, harness::Expectation::Kind::kAllowed));
  one.scenario.pack = "";
  one.surface = harness::Surface::kShell;
  one.judgement = {harness::Verdict::kUnsupported, harness::Failure::kNone, "limits.memory is refused", {}};
  one.evidence.requested.limits.memory_bytes = std::uint64_t{64} << 20;
  one.evidence.subject = {};
  one.evidence.subject.session = {
      harness::SessionEvidence::State::kRefused, "limits.memory", "no cgroup", {}};
  return one;
}

inline harness::CaseReport KnownFailureCase() {
  harness::CaseReport one = SampleCase("network/deny-unix", SampleStep("net.connect", {{"to", "${tcp4}"}},
                                                                       harness::Expectation::Kind::kDenied));
  one.judgement.verdict = harness::Verdict::kExpectedFail;
  one.judgement.failure = harness::Failure::kBreach;
  one.judgement.steps[0].verdict = harness::Verdict::kFail;
  one.judgement.steps[0].failure = harness::Failure::kBreach;
  one.judgement.steps[0].outcome = harness::Outcome::kHappened;
  one.judgement.reason = "known: abstract sockets are shared, https://example.org/2";
  return one;
}

inline harness::RunReport SampleReport() {
  harness::RunReport report;
  report.started = "2026-01-02T03:04:05Z";
  report.duration_ms = 1234.5678;
  report.jobs = 2;
  report.host = {{"kernel", "Linux 6.1"}, {"user", "uid 1000"}};
  report.adapter.name = "bubblewrap";
  report.adapter.version = "0.8.0";
  report.adapter.components = {{"bwrap", "/usr/bin/bwrap", std::string(64, 'a')}};
  report.adapter.capabilities = {"filesystem.write-confined", "network.none"};
  report.adapter.surfaces = {harness::Surface::kExec, harness::Surface::kShell};
  report.arena = {"private", "user namespaces are to be had"};
  report.pack = {"core", std::string(64, 'b'), 7, 6};
  report.cases = {PassingCase(),      UnsupportedCase(), BreachCase(),
                  KnownFailureCase(), WeakenedCase(),    InconclusiveCase()};
  report.cases[0].scenario.title += " \xe2\x80\x94 \xe6\xbc\xa2\xe5\xad\x97";
  report.notes = {"1 required case was not run", "a note with \x07 a bell"};
  report.exit_status = harness::kDoesNotConform;
  return report;
}

// The report of a run in which everything held.
inline harness::RunReport GreenReport() {
  harness::RunReport report = SampleReport();
  report.cases = {PassingCase()};
  report.notes = {};
  report.pack.required = report.pack.executed = 1;
  report.exit_status = harness::kConforms;
  return report;
}

}  // namespace reports
