// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/wire.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace harness {

using nlohmann::json;

// A longer message cannot come from a worker of ours.
constexpr std::size_t kLongestMessage = std::size_t{256} << 20;

void to_json(json& j, const Ending& ending) {
  if (const auto* exited = std::get_if<Exited>(&ending)) j = {{"exit", exited->code}};
  if (const auto* signaled = std::get_if<Signaled>(&ending)) j = {{"signal", signaled->number}};
  if (std::holds_alternative<TimedOut>(ending)) j = {{"timeout", true}};
  if (std::holds_alternative<StillRuns>(ending)) j = {{"runs", true}};
  if (const auto* failed = std::get_if<NotStarted>(&ending)) j = {{"stage", failed->stage}, {"errno", failed->code}};
}

void from_json(const json& j, Ending& ending) {
  if (j.contains("exit")) {
    ending = Exited{j.at("exit").get<int>()};
  } else if (j.contains("signal")) {
    ending = Signaled{j.at("signal").get<int>()};
  } else if (j.contains("timeout")) {
    ending = TimedOut{};
  } else if (j.contains("runs")) {
    ending = StillRuns{};
  } else {
    ending = NotStarted{j.at("stage").get<std::string>(), j.at("errno").get<int>()};
  }
}

template <typename T>
void PutOptional(json& j, const char* key, const std::optional<T>& value) {
  if (value) j[key] = *value;
}

template <typename T>
void GetOptional(const json& j, const char* key, std::optional<T>& value) {
  if (j.contains(key)) value = j.at(key).get<T>();
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Filesystem, read, write, deny)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Network, mode, allow, listen, unix_sockets)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProcessRules, isolate, signal_outside)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Environment, pass, set)

void to_json(json& j, const Limits& limits) {
  j = {{"wall", limits.wall.count()}};
  if (limits.cpu) j["cpu"] = limits.cpu->count();
  PutOptional(j, "memory", limits.memory_bytes);
  PutOptional(j, "disk", limits.disk_bytes);
  PutOptional(j, "pids", limits.pids);
  PutOptional(j, "background", limits.background);
  PutOptional(j, "output", limits.output_bytes);
  PutOptional(j, "files", limits.files);
}

void from_json(const json& j, Limits& limits) {
  limits.wall = Milliseconds(j.at("wall").get<std::int64_t>());
  if (j.contains("cpu")) limits.cpu = Milliseconds(j.at("cpu").get<std::int64_t>());
  GetOptional(j, "memory", limits.memory_bytes);
  GetOptional(j, "disk", limits.disk_bytes);
  GetOptional(j, "pids", limits.pids);
  GetOptional(j, "background", limits.background);
  GetOptional(j, "output", limits.output_bytes);
  GetOptional(j, "files", limits.files);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Policy, sandbox, filesystem, network, process, environment, limits)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Witness, name, outcome, detail)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProbeRecord, result, call, errno_number, signal, detail)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LaunchEvidence, argv, ending, duration_ms, token_came_back, finished, stderr_tail, limit)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SessionEvidence, state, part, why, declared)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Finding, kind, detail)

void to_json(json& j, const StepEvidence& step) {
  j = {{"witnesses", step.witnesses}, {"dead_witness", step.dead_witness}, {"refusal", step.refusal}, {"limit", step.limit}};
  PutOptional(j, "probe", step.probe);
  PutOptional(j, "value", step.value);
}

void from_json(const json& j, StepEvidence& step) {
  j.at("witnesses").get_to(step.witnesses);
  j.at("dead_witness").get_to(step.dead_witness);
  j.at("refusal").get_to(step.refusal);
  j.at("limit").get_to(step.limit);
  GetOptional(j, "probe", step.probe);
  GetOptional(j, "value", step.value);
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(LegEvidence, session, launches, steps, findings, duration_ms, teardown_ms, unstable, harness_error)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CaseEvidence, subject, noop, void_leg, requested, harness_error, duration_ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkerReady, error, version)

namespace {

template <typename T>
std::string ToCbor(const T& value) {
  std::string bytes;
  json::to_cbor(json(value), bytes);
  return bytes;
}

template <typename T>
Result<T> FromCbor(const std::string& message) {
  try {
    return json::from_cbor(message).get<T>();
  } catch (const json::exception& error) {
    return Fail(std::string("a worker's message makes no sense: ") + error.what());
  }
}

}  // namespace

std::string Encode(const WorkerReady& ready) { return ToCbor(ready); }
std::string Encode(const CaseEvidence& evidence) { return ToCbor(evidence); }
Result<WorkerReady> DecodeReady(const std::string& message) { return FromCbor<WorkerReady>(message); }
Result<CaseEvidence> DecodeEvidence(const std::string& message) { return FromCbor<CaseEvidence>(message); }

Result<void> SendMessage(int socket, const std::string& message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  std::string framed(sizeof size, '\0');
  std::memcpy(framed.data(), &size, sizeof size);
  framed += message;
  std::size_t done = 0;
  while (done < framed.size()) {
    const ssize_t sent = ::send(socket, framed.data() + done, framed.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return FailErrno("cannot send to the other process");
    done += static_cast<std::size_t>(sent);
  }
  return {};
}

bool MessageReader::ReadSome(int socket) {
  std::array<char, 65536> chunk;
  const ssize_t got = ::recv(socket, chunk.data(), chunk.size(), 0);
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  return got > 0;
}

std::optional<std::string> MessageReader::TakeMessage() {
  std::uint32_t size = 0;
  if (buffer_.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, buffer_.data(), sizeof size);
  if (size > kLongestMessage || buffer_.size() < sizeof size + size) return std::nullopt;
  std::string message = buffer_.substr(sizeof size, size);
  buffer_.erase(0, sizeof size + size);
  return message;
}

}  // namespace harness
