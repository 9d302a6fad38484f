// SPDX-License-Identifier: Apache-2.0
#include "reports/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/base/encoding.h"
#include "harness/base/nearest.h"
#include "reports/printed_text.h"
#include "reports/step_text.h"

namespace reports {
namespace {

// Everything below `at` and `get_ref` throws where the report is not as its schema says; Explain turns that
// into an Error.
using Json = nlohmann::ordered_json;
using Rows = std::vector<std::pair<std::string, std::string>>;

constexpr char kFormat[] = "sandproof.report/1";
constexpr char kRemedy[] = "; `sandproof run ... --report json:PATH` writes a report that can be explained";

std::string Text(const Json& json) { return Printed(json.get_ref<const std::string&>()); }
std::string Text(const Json& json, const char* key) { return Text(json.at(key)); }

// `key`, or nothing where it is null or empty.
std::string TextOrNothing(const Json& json, const char* key) {
  return json.at(key).is_null() ? std::string() : Text(json, key);
}

std::string Labelled(const std::string& label, const std::string& text) {
  return text.empty() ? text : fmt::format("  {:<15} {}\n", label + ":", text);
}

// A value of a policy in the short form of YAML. No policy nests deeper than three; a hostile report could.
std::string Value(const Json& json, int depth = 3) {
  if (json.is_string()) return Text(json);
  if (!json.is_structured()) return json.dump();
  if (depth == 0) return "...";
  std::vector<std::string> parts;
  for (const auto& [key, value] : json.items()) {
    parts.push_back((json.is_object() ? Printed(key) + ": " : "") + Value(value, depth - 1));
  }
  const std::string inside = fmt::format("{}", fmt::join(parts, ", "));
  return json.is_object() ? "{" + inside + "}" : "[" + inside + "]";
}

// One row for each key that a person would write a line for: "filesystem.read", but "network" as a whole.
Rows PolicyRows(const Json& policy) {
  Rows rows;
  for (const auto& [key, value] : policy.items()) {
    if (!value.is_object() || key == "network") {
      rows.emplace_back(Printed(key), Value(value));
      continue;
    }
    for (const auto& [part, inner] : value.items())
      rows.emplace_back(Printed(key + "." + part), Value(inner));
  }
  return rows;
}

std::string Find(const Rows& rows, const std::string& key) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&key](const auto& row) { return row.first == key; });
  return found == rows.end() ? "nothing" : found->second;
}

std::string PolicyText(const Json& policy) {
  const Rows requested = PolicyRows(policy.at("requested"));
  std::string text = "\npolicy requested\n";
  for (const auto& [key, value] : requested) text += fmt::format("  {}: {}\n", key, value);
  if (policy.at("declared").is_null()) return text + "policy declared: none, since no session opened\n";

  const Rows declared = PolicyRows(policy.at("declared"));
  std::string differences;
  const auto compare = [&](const std::string& key) {
    const std::string asked = Find(requested, key);
    const std::string said = Find(declared, key);
    if (asked != said) differences += fmt::format("  {}: {}, where {} was requested\n", key, said, asked);
  };
  for (const auto& [key, value] : requested) compare(key);
  for (const auto& [key, value] : declared) {
    if (Find(requested, key) == "nothing") compare(key);
  }
  return text +
         (differences.empty() ? "policy declared: the same\n" : "policy declared otherwise\n" + differences);
}

std::string WitnessText(const Json& witness, bool decides) {
  const std::string detail = Text(witness, "detail");
  return fmt::format("{}{}", Text(witness, "outcome"), detail.empty() ? "" : " - " + detail) +
         (decides ? " (decides)" : "");
}

std::string StepHead(const Json& step, std::size_t number) {
  Arguments arguments;
  for (const auto& [name, value] : step.at("args").items())
    arguments.emplace_back(Printed(name), Text(value));
  return fmt::format("\nstep {}: {}\n", number, StepText(Text(step, "verb"), arguments));
}

std::string StepBody(const Json& step) {
  std::string text = Labelled("expected", Text(step, "expect"));
  const std::string probe = TextOrNothing(step, "probe");
  text += Labelled("probe", probe.empty() ? "nothing came back" : probe);
  const Json& witnesses = step.at("witnesses");
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    text +=
        Labelled(Text(witnesses.at(i), "name"), WitnessText(witnesses.at(i), i == 0 && witnesses.size() > 1));
  }
  if (witnesses.empty()) text += Labelled("outside", "no witness spoke");
  text += Labelled("so it", Text(step, "outcome"));
  const Json& control = step.at("control");
  text +=
      Labelled("controls", fmt::format("noop {}, void {} - {}", Text(control, "noop"), Text(control, "void"),
                                       control.at("armed").get<bool>() ? "armed" : "not armed"));
  const std::string reason = Text(step, "reason");
  return text + Labelled("verdict", Text(step, "verdict") + (reason.empty() ? "" : " - " + reason));
}

std::string LaunchText(const Json& launch, std::size_t number) {
  std::vector<std::string> words;
  for (const Json& word : launch.at("argv")) words.push_back(harness::ShellQuote(Unprinted(Text(word))));
  std::string text = fmt::format("\nlaunch {}: {}\n", number, fmt::join(words, " "));
  text += Labelled("ended", fmt::format("{} after {:.1f} ms", Text(launch, "ending"),
                                        launch.at("duration_ms").get<double>()));
  text += Labelled("token",
                   launch.at("token").get<bool>() ? "came back" : "did not come back: nothing is proven");
  for (const std::string& line : PrintedLines(Text(launch, "stderr"))) text += Labelled("stderr", line);
  return text;
}

std::string SessionText(const Json& session) {
  const std::string state = Text(session, "state");
  if (state == "opened") return state;
  return fmt::format("{} ({}) - {}", state, Text(session, "part"), Text(session, "why"));
}

std::string CaseText(const Json& one) {
  const std::string failure = TextOrNothing(one, "failure");
  std::string text = fmt::format("{}: {}{}\n", Text(one, "id"), Text(one, "verdict"),
                                 failure.empty() ? "" : " (" + failure + ")");
  text += Labelled("promised", Text(one, "title")) + Labelled("why", Text(one, "why"));
  for (const Json& ref : one.at("refs")) text += Labelled("see", Text(ref));
  text += Labelled("reason", Text(one, "reason"));
  text += Labelled("session", SessionText(one.at("session")));
  for (const Json& finding : one.at("findings")) {
    text += Labelled(Text(finding, "kind"), Text(finding, "detail"));
  }
  text += PolicyText(one.at("policy"));
  std::size_t number = 0;
  for (const Json& step : one.at("steps")) text += StepHead(step, ++number) + StepBody(step);
  number = 0;
  for (const Json& launch : one.at("launches")) text += LaunchText(launch, ++number);
  if (number == 0) text += "\nnothing was launched\n";
  const std::string reproduce = Text(one, "reproduce");
  return reproduce.empty() ? text : text + "\nreproduce: " + reproduce + "\n";
}

tl::unexpected<harness::Error> NoSuchCase(const Json& cases, const std::string& case_id) {
  std::vector<std::string> known;
  std::vector<std::string> meant;
  for (const Json& one : cases) {
    known.push_back(Text(one, "id"));
    if (Text(one, "scenario") == case_id) meant.push_back(known.back());
  }
  const std::string message = "the report has no case '" + Printed(case_id) + "'";
  if (known.empty()) return harness::Fail(message + ": it has none at all" + kRemedy);
  if (!meant.empty())
    return harness::Fail(fmt::format("{}; name a surface: {}", message, fmt::join(meant, " or ")));
  const std::string hint = harness::DidYouMean(case_id, known);
  return harness::Fail(message +
                       (hint.empty() ? "; its cases have names such as '" + known.front() + "'" : hint));
}

constexpr char kMatrixFormat[] = "sandproof.matrix/1";

// The report of one column.
harness::Result<Json> ReportOf(const Json& matrix, const std::string& adapter) {
  std::vector<std::string> columns;
  for (const Json& column : matrix.at("adapters")) columns.push_back(column.get<std::string>());
  const auto found = std::find(columns.begin(), columns.end(), Prose(adapter));
  if (found != columns.end()) return matrix.at("reports").at(static_cast<std::size_t>(found - columns.begin()));
  const std::string there_are = fmt::format("; its adapters are: {}", fmt::join(columns, " "));
  if (adapter.empty()) return harness::Fail("the report is a matrix; name an adapter with --adapter" + there_are);
  return harness::Fail("the matrix has no adapter '" + Printed(adapter) + "'" + harness::DidYouMean(adapter, columns) + there_are);
}

harness::Result<std::string> ExplainCase(const Json& report, const std::string& case_id) {
  if (!report.is_object() || !report.contains("format")) {
    return harness::Fail(std::string("this JSON is not a report of sandproof") + kRemedy);
  }
  if (Text(report, "format") != kFormat) {
    return harness::Fail(
        fmt::format("the report has the format '{}', and only '{}' can be explained by this version{}",
                    Text(report, "format"), kFormat, kRemedy));
  }
  const std::string printed = Printed(case_id);
  for (const Json& one : report.at("cases")) {
    if (Text(one, "id") == printed) return CaseText(one);
  }
  return NoSuchCase(report.at("cases"), case_id);
}

}  // namespace

harness::Result<std::string> Explain(const std::string& report_json, const std::string& case_id, const std::string& adapter) {
  const Json report = Json::parse(report_json, nullptr, /*allow_exceptions=*/false);
  if (report.is_discarded()) return harness::Fail(std::string("the report is not JSON") + kRemedy);
  try {
    if (!report.is_object() || report.value("format", "") != kMatrixFormat) return ExplainCase(report, case_id);
    SANDPROOF_ASSIGN(const Json column, ReportOf(report, adapter));
    return ExplainCase(column, case_id);
  } catch (const Json::exception& broken) {
    // "[json.exception.out_of_range.403] key 'title' not found": the part in brackets helps nobody.
    const std::string what = broken.what();
    return harness::Fail(
        "the report is not as its format demands: " + Printed(what.substr(what.find(' ') + 1)) + kRemedy);
  }
}

}  // namespace reports
