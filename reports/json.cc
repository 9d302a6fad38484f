// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "harness/base/encoding.h"
#include "harness/model/signal_names.h"
#include "reports/matrix_rows.h"
#include "reports/policy_json.h"
#include "reports/printed_text.h"
#include "reports/step_text.h"
#include "reports/step_view.h"
#include "reports/writer.h"

namespace reports {
namespace {

using harness::CaseReport;
using harness::RunReport;
using harness::SessionEvidence;
using Json = nlohmann::ordered_json;

// To a microsecond; what is not a number becomes 0.
double Rounded(double milliseconds) {
  return std::isfinite(milliseconds) ? std::round(milliseconds * 1000) / 1000 : 0;
}

Json OrNull(std::string text) { return text.empty() ? Json(nullptr) : Json(std::move(text)); }

template <typename T, typename Convert>
Json List(const std::vector<T>& values, const Convert& convert) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(convert(value));
  return list;
}

Json ComponentJson(const harness::Component& component) {
  Json json = Json::object();
  json["name"] = Prose(component.name);
  json["path"] = harness::Printable(component.path);
  json["sha256"] = Printed(component.sha256);
  return json;
}

Json AdapterJson(const harness::Identity& adapter) {
  Json json = Json::object();
  json["name"] = Prose(adapter.name);
  json["variant"] = OrNull(Prose(adapter.variant));
  json["version"] = Prose(adapter.version);
  json["components"] = List(adapter.components, ComponentJson);
  json["capabilities"] = List(adapter.capabilities, Printed);
  json["surfaces"] = List(adapter.surfaces, [](harness::Surface surface) { return harness::Name(surface); });
  json["outside"] = Json::array();
  for (const harness::OutsideSurface& one : adapter.outside) {
    Json outside = Json::object();
    outside["surface"] = harness::Name(one.surface);
    outside["why"] = Prose(one.why);
    json["outside"].push_back(outside);
  }
  json["weakened"] = OrNull(Prose(adapter.weakened));
  json["unavailable"] = OrNull(Prose(adapter.unavailable));
  json["remedy"] = OrNull(Prose(adapter.remedy));
  return json;
}

Json PackJson(const harness::PackReport& pack) {
  if (pack.name.empty()) return nullptr;
  Json json = Json::object();
  json["name"] = Printed(pack.name);
  json["digest"] = Printed(pack.digest);
  json["required"] = pack.required;
  json["executed"] = pack.executed;
  return json;
}

Json WitnessJson(const harness::Witness& witness) {
  Json json = Json::object();
  json["name"] = Prose(witness.name);
  json["outcome"] = harness::Describe(witness.outcome);
  json["detail"] = Prose(witness.detail);
  return json;
}

Json ControlJson(const harness::StepJudgement& judgement) {
  Json json = Json::object();
  json["noop"] = harness::Describe(judgement.noop_outcome);
  json["void"] = harness::Describe(judgement.void_outcome);
  json["armed"] = judgement.armed;
  return json;
}

Json ErrnoJson(const std::optional<harness::ProbeRecord>& probe) {
  if (!probe || probe->errno_number == 0) return nullptr;
  return harness::ErrnoName(probe->errno_number);
}

Json ProbeJson(const std::optional<harness::ProbeRecord>& probe) {
  if (!probe) return nullptr;
  const std::string said = Printed(harness::Describe(*probe));
  return probe->detail.empty() ? said : said + " - " + Prose(probe->detail);
}

Json StepJson(const StepView& view) {
  Json json = Json::object();
  json["verb"] = view.step->verb->name;
  json["args"] = Json::object();
  for (const auto& [name, value] : PrintableArguments(*view.step)) json["args"][name] = value;
  json["expect"] = harness::Describe(view.step->expect);
  json["verdict"] = harness::Describe(view.judgement->verdict);
  json["reason"] = Prose(view.judgement->reason);
  json["outcome"] = harness::Describe(view.judgement->outcome);
  json["errno"] = ErrnoJson(view.evidence->probe);
  json["probe"] = ProbeJson(view.evidence->probe);
  json["witnesses"] = List(view.evidence->witnesses, WitnessJson);
  json["control"] = ControlJson(*view.judgement);
  return json;
}

Json LaunchJson(const harness::LaunchEvidence& launch) {
  Json json = Json::object();
  json["argv"] = List(launch.argv, harness::Printable);
  json["ending"] = Printed(harness::Describe(launch.ending));
  json["duration_ms"] = Rounded(launch.duration_ms);
  json["token"] = launch.token_came_back;
  json["limit"] = launch.limit.empty() ? Json(nullptr) : Json(Printed(launch.limit));
  json["stderr"] = Printed(launch.stderr_tail);
  return json;
}

Json FindingJson(const harness::Finding& finding) {
  Json json = Json::object();
  json["kind"] = harness::Describe(finding.kind);
  json["detail"] = Prose(finding.detail);
  return json;
}

const char* StateName(SessionEvidence::State state) {
  switch (state) {
    case SessionEvidence::State::kOpened: return "opened";
    case SessionEvidence::State::kRefused: return "refused";
    case SessionEvidence::State::kFailed: return "failed";
  }
  return "";
}

Json SessionJson(const SessionEvidence& session) {
  Json json = Json::object();
  json["state"] = StateName(session.state);
  json["part"] = Prose(session.part);
  json["why"] = Prose(session.why);
  return json;
}

const char* Observed(harness::Outcome outcome) {
  switch (outcome) {
    case harness::Outcome::kHappened: return "allowed";
    case harness::Outcome::kNotHappened: return "denied";
    case harness::Outcome::kUnknown: return "unknown";
  }
  return "";
}

// One entry for each step, by its verb and first argument; a step that is there twice also gets its number,
// from 1.
Json ObservedJson(const std::vector<StepView>& steps) {
  Json json = Json::object();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Arguments arguments = PrintableArguments(*steps[i].step);
    std::string key = steps[i].step->verb->name;
    if (!arguments.empty()) key += " " + arguments.front().second;
    if (json.contains(key)) key += " (step " + std::to_string(i + 1) + ")";
    json[key] = Observed(steps[i].judgement->outcome);
  }
  return json;
}

Json PolicyColumns(const CaseReport& report, const std::vector<StepView>& steps) {
  const SessionEvidence& session = report.evidence.subject.session;
  Json json = Json::object();
  json["requested"] = PolicyJson(report.evidence.requested);
  json["declared"] =
      session.state == SessionEvidence::State::kOpened ? PolicyJson(session.declared) : Json(nullptr);
  json["observed"] = ObservedJson(steps);
  return json;
}

Json CaseJson(const CaseReport& report) {
  const harness::LegEvidence& subject = report.evidence.subject;
  const std::vector<StepView> steps = Steps(report);
  Json json = Json::object();
  json["id"] = Printed(report.Id());
  json["scenario"] = Printed(report.scenario.id);
  json["title"] = Prose(report.scenario.title);
  json["why"] = Prose(report.scenario.why);
  json["refs"] = List(report.scenario.refs, Prose);
  json["family"] = Printed(report.scenario.Family());
  json["surface"] = harness::Name(report.surface);
  json["pack"] = OrNull(Printed(report.scenario.pack));
  json["verdict"] = harness::Describe(report.judgement.verdict);
  json["failure"] = OrNull(harness::Describe(report.judgement.failure));
  json["reason"] = Prose(report.judgement.reason);
  json["duration_ms"] = Rounded(report.evidence.duration_ms);
  json["reproduce"] = Printed(report.reproduce);
  json["conceded"] = List(report.scenario.conceded, Printed);
  json["steps"] = List(steps, StepJson);
  json["launches"] = List(subject.launches, LaunchJson);
  json["findings"] = List(subject.findings, FindingJson);
  json["session"] = SessionJson(subject.session);
  json["policy"] = PolicyColumns(report, steps);
  return json;
}

Json SummaryJson(const RunReport& report) {
  const auto counts = report.Counts();
  Json json = Json::object();
  for (const harness::Verdict verdict : harness::AllVerdicts()) {
    const auto found = counts.find(verdict);
    json[harness::Describe(verdict)] = found == counts.end() ? 0 : found->second;
  }
  return json;
}

Json RunJson(const RunReport& report) {
  Json json = Json::object();
  json["format"] = "sandproof.report/1";
  json["tool"] = Json::object();
  json["tool"]["name"] = "sandproof";
  json["tool"]["version"] = SANDPROOF_VERSION;
  json["host"] = Json::object();
  for (const auto& [fact, value] : report.host) json["host"][Prose(fact)] = Prose(value);
  json["adapter"] = AdapterJson(report.adapter);
  json["arena"] = Json::object();
  json["arena"]["kind"] = Prose(report.arena.kind);
  json["arena"]["why"] = Prose(report.arena.why);
  json["jobs"] = report.jobs;
  json["pack"] = PackJson(report.pack);
  json["started"] = Printed(report.started);
  json["duration_ms"] = Rounded(report.duration_ms);
  json["cases"] = List(report.cases, CaseJson);
  json["notes"] = List(report.notes, Prose);
  json["summary"] = SummaryJson(report);
  json["conforms"] = report.exit_status == harness::kConforms;
  json["exit_status"] = report.exit_status;
  return json;
}

std::string Written(const Json& json) { return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json CellJson(const MatrixCell& cell) {
  Json json = Json::object();
  json["verdict"] = harness::Describe(cell.verdict);
  json["cases"] = List(cell.cases, [](const CaseReport* one) {
    Json entry = Json::object();
    entry["surface"] = harness::Name(one->surface);
    entry["verdict"] = harness::Describe(one->judgement.verdict);
    entry["failure"] = OrNull(harness::Describe(one->judgement.failure));
    entry["reason"] = Prose(one->judgement.reason);
    return entry;
  });
  return json;
}

Json RowJson(const MatrixRow& row) {
  Json json = Json::object();
  json["scenario"] = Printed(row.scenario->id);
  json["title"] = Prose(row.scenario->title);
  json["cells"] = List(row.cells, [](const std::optional<MatrixCell>& cell) { return cell ? CellJson(*cell) : Json(nullptr); });
  return json;
}

}  // namespace

std::string WriteJson(const RunReport& report) { return Written(RunJson(report)); }

std::string WriteJson(const harness::MatrixReport& matrix) {
  Json json = Json::object();
  json["format"] = "sandproof.matrix/1";
  json["started"] = Printed(matrix.started);
  json["duration_ms"] = Rounded(matrix.duration_ms);
  json["adapters"] = List(matrix.columns, [](const harness::MatrixColumn& column) { return Prose(column.spec); });
  json["rows"] = List(MatrixRows(matrix), RowJson);
  json["reports"] = List(matrix.columns, [](const harness::MatrixColumn& column) { return RunJson(column.report); });
  json["conforms"] = matrix.exit_status == harness::kConforms;
  json["exit_status"] = matrix.exit_status;
  return Written(json);
}

}  // namespace reports
