// SPDX-License-Identifier: Apache-2.0
#include "harness/load/scenario_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/base/nearest.h"
#include "harness/base/sha256.h"
#include "harness/load/document.h"
#include "harness/load/fields.h"
#include "harness/load/policy_reader.h"
#include "harness/load/stage_reader.h"
#include "harness/load/step_reader.h"
#include "harness/load/step_rules.h"
#include "harness/load/text_rules.h"
#include "harness/load/values.h"
#include "harness/load/variables.h"
#include "harness/model/promise.h"

namespace harness {
namespace {

constexpr std::uint64_t kMostRepetitions = 1000;

const std::vector<std::string>& TopLevelKeys() {
  static const std::vector<std::string> kKeys = {"title",  "why",     "refs",     "pack",  "needs", "programs", "surfaces", "workspace",
                                                 "policy", "project", "sessions", "stage", "steps", "repeat",   "timeout"};
  return kKeys;
}

void ReadTitle(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  if (const Node* why = fields.Require("why")) scenario.why = ReadWord(*why, "why", problems).value_or("");
  const Node* const title = fields.Require("title");
  if (title == nullptr) return;
  scenario.title = ReadWord(*title, "title", problems).value_or("");
  if (scenario.title.find('\n') != std::string::npos) problems.Add(*title, "'title' must be one line");
}

void ReadRefs(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const refs = fields.Find("refs");
  if (refs == nullptr) return;
  for (const Node* ref : ReadWords(*refs, "refs", problems)) scenario.refs.push_back(ref->text);
}

void ReadPack(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const pack = fields.Find("pack");
  const std::optional<std::string> name = pack == nullptr ? std::nullopt : ReadWord(*pack, "pack", problems);
  if (!name) return;
  scenario.pack = *name;
  const std::string wanted = WrongWithPackName(*name);
  if (!wanted.empty()) problems.Add(*pack, fmt::format("'pack' must be {}, not {}", wanted, Quoted(*name)));
}

void ReadNeeds(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const needs = fields.Find("needs");
  if (needs == nullptr) return;
  for (const Node* need : ReadWords(*needs, "needs", problems)) {
    const std::string wanted = WrongWithCapability(need->text);
    if (!wanted.empty())
      problems.Add(*need, fmt::format("'needs[]' must be {}, not {}", wanted, Quoted(need->text)));
    const std::vector<std::string>& known = AllPromises();
    if (wanted.empty() && std::find(known.begin(), known.end(), need->text) == known.end()) {
      problems.Add(*need, "no sandbox can promise " + Quoted(need->text) + DidYouMean(need->text, known) +
                              "; sandproof list capabilities has all that there is");
    }
    scenario.needs.push_back(need->text);
  }
}

void ReadSurfaces(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const surfaces = fields.Find("surfaces");
  if (surfaces == nullptr) return;
  if (surfaces->kind == Node::Kind::kSequence && surfaces->values.empty()) {
    problems.Add(*surfaces,
                 "'surfaces' must not be empty: leave it out for every surface that the adapter offers");
  }
  for (const Node* word : ReadWords(*surfaces, "surfaces", problems)) {
    const std::optional<Surface> surface = FindSurface(word->text);
    if (surface) {
      scenario.surfaces.push_back(*surface);
    } else {
      problems.Add(*word, "unknown surface " + Quoted(word->text) + DidYouMean(word->text, SurfaceNames()));
    }
  }
}

void CheckSurfaces(const Fields& fields, const Scenario& scenario, ProblemList& problems) {
  const Node* const surfaces = fields.Find("surfaces");
  if (surfaces == nullptr || scenario.steps.empty()) return;
  for (const Surface surface : scenario.surfaces) {
    const std::string wrong = WhyNotOn(surface, scenario);
    if (!wrong.empty()) problems.Add(*surfaces, wrong);
  }
}

std::optional<NamedSession> ReadSession(const Node& node, const Scenario& scenario, ProblemList& problems) {
  const Fields fields(node, "sessions[]", {"name", "policy", "workspace"}, problems);
  if (node.kind != Node::Kind::kMapping) return std::nullopt;
  NamedSession session;
  if (const Node* name = fields.Require("name")) {
    session.name = ReadWord(*name, fields.NameOf("name"), problems).value_or("");
    const std::string wanted = WrongWithPackName(session.name);
    if (!wanted.empty()) {
      problems.Add(*name, fmt::format("a session's name must be lower-case letters, digits and '-', a letter first, not {}",
                                      Quoted(session.name)));
    }
    const bool taken = std::any_of(scenario.sessions.begin(), scenario.sessions.end(),
                                   [&](const NamedSession& other) { return other.name == session.name; });
    if (taken || session.name == kMainSession) problems.Add(*name, "there are two sessions " + Quoted(session.name));
  }
  session.policy = scenario.policy;
  if (const Node* policy = fields.Find("policy")) session.policy = ReadPolicy(*policy, fields.NameOf("policy"), Policy{}, problems);
  if (const Node* workspace = fields.Find("workspace")) {
    session.workspace = ReadWord(*workspace, fields.NameOf("workspace"), problems).value_or("");
    const std::string wrong = WrongWithVariables(session.workspace, VariableUse::kCase);
    const std::string wanted = wrong.empty() ? WrongWithPath(session.workspace) : "";
    if (!wrong.empty()) problems.Add(*workspace, wrong);
    if (!wanted.empty()) problems.Add(*workspace, fmt::format("'workspace' must be {}, not {}", wanted, Quoted(session.workspace)));
  }
  return session;
}

void ReadSessions(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const sessions = fields.Find("sessions");
  if (sessions == nullptr) return;
  if (sessions->kind != Node::Kind::kSequence) {
    if (sessions->kind != Node::Kind::kBroken) problems.Add(*sessions, "'sessions' must be a list, not " + Describe(sessions->kind));
    return;
  }
  for (const Node& node : sessions->values) {
    std::optional<NamedSession> session = ReadSession(node, scenario, problems);
    if (session) scenario.sessions.push_back(*std::move(session));
  }
}

void ReadPrograms(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const programs = fields.Find("programs");
  if (programs == nullptr) return;
  for (const Node* name : ReadWords(*programs, "programs", problems)) {
    if (name->text.find('/') != std::string::npos) {
      problems.Add(*name, "'programs[]' must be the file name of a program, without a folder, not " + Quoted(name->text));
    }
    scenario.programs.push_back(name->text);
  }
}

void ReadWorkspace(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const Node* const workspace = fields.Find("workspace");
  const std::optional<std::string> path =
      workspace == nullptr ? std::nullopt : ReadWord(*workspace, "workspace", problems);
  if (!path) return;
  scenario.workspace = *path;
  if (const std::string wrong = WrongWithVariables(*path, VariableUse::kCase); !wrong.empty()) {
    problems.Add(*workspace, "'workspace': " + wrong);
  } else if (const std::string wanted = WrongWithWorkspace(*path); !wanted.empty()) {
    problems.Add(*workspace, fmt::format("'workspace' must be {}, not {}", wanted, Quoted(*path)));
  }
}

void ReadPolicies(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  if (const Node* policy = fields.Find("policy")) {
    scenario.policy = ReadPolicy(*policy, "policy", Policy{}, problems);
  }
  if (const Node* project = fields.Find("project")) {
    scenario.project = ReadPolicy(*project, "project", scenario.policy, problems);
  }
}

void ReadStageAndSteps(const Fields& fields, Scenario& scenario, ProblemList& problems) {
  const std::size_t before = problems.size();
  if (const Node* stage = fields.Find("stage")) scenario.stage = ReadStage(*stage, problems);
  if (const Node* steps = fields.Require("steps")) scenario.steps = ReadSteps(*steps, problems);
  // A step that was left out for its own problem would make the rules complain of what is only a misspelling.
  if (problems.size() == before) CheckSteps(scenario, problems);
}

Scenario ReadScenario(const Node& document, ProblemList& problems) {
  Scenario scenario;
  const Fields fields(document, "", TopLevelKeys(), problems);
  if (document.kind != Node::Kind::kMapping) return scenario;
  ReadTitle(fields, scenario, problems);
  ReadRefs(fields, scenario, problems);
  ReadPack(fields, scenario, problems);
  ReadNeeds(fields, scenario, problems);
  ReadPrograms(fields, scenario, problems);
  ReadSurfaces(fields, scenario, problems);
  ReadWorkspace(fields, scenario, problems);
  ReadPolicies(fields, scenario, problems);
  ReadSessions(fields, scenario, problems);
  ReadStageAndSteps(fields, scenario, problems);
  CheckSurfaces(fields, scenario, problems);
  if (const Node* repeat = fields.Find("repeat")) {
    scenario.repeat = static_cast<int>(ReadNumber(*repeat, "repeat", 1, kMostRepetitions, problems).value_or(1));
  }
  if (const Node* timeout = fields.Find("timeout")) {
    scenario.timeout = ReadDuration(*timeout, "timeout", problems).value_or(scenario.timeout);
  }
  return scenario;
}

}  // namespace

std::variant<Scenario, std::vector<Problem>> ParseScenario(const std::string& text, const std::string& file,
                                                           const std::string& id) {
  ProblemList problems(file);
  const std::optional<Node> document = ReadDocument(text, problems);
  if (!document) return problems.Take();
  Scenario scenario = ReadScenario(*document, problems);
  if (!problems.empty()) return problems.Take();
  scenario.id = id;
  scenario.file = file;
  scenario.sha256 = Sha256(text);
  return scenario;
}

std::variant<Scenario, std::vector<Problem>> LoadScenario(const std::string& file, const std::string& id) {
  ProblemList problems(file);
  const std::optional<std::string> text = ReadText(file, problems);
  if (!text) return problems.Take();
  return ParseScenario(*text, file, id);
}

}  // namespace harness
