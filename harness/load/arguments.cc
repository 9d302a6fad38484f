// SPDX-License-Identifier: Apache-2.0
#include "harness/load/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "harness/load/problem_list.h"
#include "harness/load/text_rules.h"
#include "harness/load/values.h"
#include "harness/load/variables.h"
#include "harness/model/argument_words.h"
#include "harness/model/signal_names.h"

namespace harness {
namespace {

std::string WrongWithNumber(std::string_view text, std::uint64_t highest) {
  const std::optional<std::uint64_t> number = ParseNumber(text);
  return number && *number <= highest ? "" : fmt::format("a number from 0 to {}", highest);
}

std::string WrongWithAmount(std::string_view text, std::uint64_t highest) {
  const std::optional<std::uint64_t> number = ParseNumber(text);
  return number && *number >= 1 && *number <= highest ? "" : fmt::format("a number from 1 to {}", highest);
}

std::string WrongWithMode(const std::string& text) {
  const bool good = !text.empty() && text.size() <= 5 &&
                    text.find_first_not_of("01234567") == std::string::npos &&
                    std::stoul(text, nullptr, 8) <= 07777;
  return good ? "" : "an octal file mode from 0 to 7777";
}

std::string WrongWithProgram(const std::string& text) {
  if (text == kEveryRuntime || (!text.empty() && text.find_first_of("/$") == std::string::npos)) return {};
  return "the file name of a program, without a folder, or ${runtime}";
}

std::string WrongWithSignal(const std::string& text) {
  return FindSignal(text) ? "" : "the name of a signal, such as SIGTERM";
}

std::string WrongWithMoment(const std::string& text) {
  return text == "starting" || text == "running" || text == "closing" ? "" : "starting, running or closing";
}

constexpr std::uint64_t kMostOrphans = 1000;
constexpr std::array<std::string_view, 7> kDescendants = {"daemon", "child", "session", "nohup", "deaf", "holder", "storm"};

std::string WrongWithDescendant(const std::string& text) {
  return std::find(kDescendants.begin(), kDescendants.end(), text) != kDescendants.end()
             ? ""
             : fmt::format("one of {}", fmt::join(kDescendants, ", "));
}

std::string WrongWithErrno(const std::string& text) {
  return FindErrno(text) ? "" : "the name of an errno, such as EPERM";
}

template <std::size_t count>
std::string WrongWithChoice(std::string_view text, const std::array<std::string_view, count>& choices) {
  const bool known = std::find(choices.begin(), choices.end(), text) != choices.end();
  return known ? "" : fmt::format("one of {}", fmt::join(choices, ", "));
}

std::string WrongWithWayToSignal(const std::string& text) {
  return WrongWithChoice(text, std::array<std::string_view, 4>{"kill", "tgkill", "killpg", "pidfd_send_signal"});
}

std::string WrongWithSentinelSecret(const std::string& text) {
  return WrongWithChoice(text, std::array<std::string_view, 7>{"cmdline", "environ", "mem", "fd", "pidfd_getfd",
                                                               "process_vm_readv", "ptrace"});
}

std::string WrongWithWayIn(const std::string& text) {
  return WrongWithChoice(text, std::array<std::string_view, 2>{"root", "cwd"});
}

std::string WrongWithMadeIpc(const std::string& text) {
  return text == "semaphore" ? "" : WrongWithIpcKind(text);
}

std::string WrongWithWordKind(const std::string& text) {
  const std::vector<std::string>& known = ArgumentWordKinds();
  if (std::find(known.begin(), known.end(), text) != known.end()) return {};
  return fmt::format("one of {}", fmt::join(known, ", "));
}

// Arguments whose type alone does not say enough. The same name means the same in every verb.
struct NamedRule {
  std::string_view argument;
  std::string (*wrong)(const std::string&);
};
constexpr auto kNamedRules = std::to_array<NamedRule>({
    {"by", WrongWithWayToSignal},
    {"bytes", [](const std::string& text) { return WrongWithNumber(text, kMostEchoBytes); }},
    {"megabytes", [](const std::string& text) { return WrongWithAmount(text, 256); }},
    {"milliseconds", [](const std::string& text) { return WrongWithAmount(text, 5000); }},
    {"processes", [](const std::string& text) { return WrongWithAmount(text, 16); }},
    {"code", [](const std::string& text) { return WrongWithNumber(text, 255); }},
    {"count", [](const std::string& text) { return WrongWithAmount(text, 300); }},
    {"errno", WrongWithErrno},
    {"host", [](const std::string& text) { return WrongWithHostName(text); }},
    {"how", WrongWithDescendant},
    {"kind", WrongWithMadeIpc},
    {"mode", WrongWithMode},
    {"name", [](const std::string& text) { return WrongWithVariableName(text); }},
    {"orphans", [](const std::string& text) { return WrongWithAmount(text, kMostOrphans); }},
    {"program", WrongWithProgram},
    {"signal", WrongWithSignal},
    {"socket", [](const std::string& text) { return WrongWithSocket(text); }},
    {"through", WrongWithWayIn},
    {"what", WrongWithSentinelSecret},
    {"when", WrongWithMoment},
    {"words", WrongWithWordKind},
});

std::string WrongByType(ArgumentType type, const std::string& text) {
  switch (type) {
    case ArgumentType::kPath:
      return WrongWithPath(text);
    case ArgumentType::kHost:
      return WrongWithHost(text);
    case ArgumentType::kUrl:
      return WrongWithUrl(text);
    case ArgumentType::kNumber:
      return WrongWithNumber(text, UINT32_MAX);
    case ArgumentType::kText:
      return {};
  }
  return {};
}

std::string Wanted(const Argument& argument, const std::string& text) {
  for (const NamedRule& rule : kNamedRules) {
    if (rule.argument == argument.name) return rule.wrong(text);
  }
  return WrongByType(argument.type, text);
}

}  // namespace

std::string WrongWithArgument(const Verb& verb, const Argument& argument, const std::string& text) {
  const bool is_runtime = verb.name == "fault.missing" && text == kEveryRuntime;
  const std::string wrong = is_runtime ? "" : WrongWithVariables(text, VariableUse::kStep);
  if (!wrong.empty()) return "is wrong: " + wrong;
  const std::string wanted = Wanted(argument, text);
  return wanted.empty() ? "" : fmt::format("must be {}, not {}", wanted, Quoted(text));
}

}  // namespace harness
