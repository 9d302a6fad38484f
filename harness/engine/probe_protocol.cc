// SPDX-License-Identifier: Apache-2.0
#include "harness/engine/probe_protocol.h"

#include <nlohmann/json.hpp>

#include "harness/base/encoding.h"

namespace harness {
namespace {

using nlohmann::json;

constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

std::string Text(const json& record, const char* key) {
  const auto found = record.find(key);
  return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int Number(const json& record, const char* key) {
  const auto found = record.find(key);
  return found != record.end() && found->is_number_integer() ? found->get<int>() : 0;
}

std::optional<ProbeRecord> RecordOf(const json& line) {
  ProbeRecord record;
  const std::string result = Text(line, "result");
  if (result == "done") {
    record.result = ProbeRecord::Result::kDone;
  } else if (result == "failed") {
    record.result = ProbeRecord::Result::kFailed;
  } else if (result == "killed") {
    record.result = ProbeRecord::Result::kKilled;
  } else {
    return std::nullopt;
  }
  record.call = Printable(Text(line, "call"));
  record.errno_number = Number(line, "errno");
  record.signal = Number(line, "signal");
  record.detail = Printable(Text(line, "detail"));
  return record;
}

class Reader {
 public:
  Reader(const std::string& out, const std::string& token, std::size_t steps) : out_(out), mark_(token + " {") {
    output_.answers.resize(steps);
  }

  ProbeOutput Read() {
    for (std::size_t at = FindMark(0); at != std::string::npos; at = FindMark(at + 1)) {
      const std::size_t end = std::min(out_.find('\n', at), out_.size());
      const json line = json::parse(out_.begin() + static_cast<std::ptrdiff_t>(at + mark_.size() - 1),
                                    out_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, /*allow_exceptions=*/false);
      if (line.is_object()) Take(line, at, end);
    }
    // A step that ends the program leaves no record: what follows its begin is all its own.
    if (last_begun_ != kNoStep && !output_.answers[last_begun_].record) output_.answers[last_begun_].raw = out_.substr(std::min(raw_start_, out_.size()));
    return std::move(output_);
  }

 private:
  // A record starts a line, or follows raw bytes, which end in a line break of the probe's own.
  std::size_t FindMark(std::size_t from) const {
    std::size_t at = out_.find(mark_, from);
    while (at != std::string::npos && at != 0 && out_[at - 1] != '\n') at = out_.find(mark_, at + 1);
    return at;
  }

  std::size_t StepOf(const json& line, const char* key) const {
    const auto found = line.find(key);
    if (found == line.end() || !found->is_number_unsigned()) return kNoStep;
    const auto step = found->get<std::size_t>();
    return step < output_.answers.size() ? step : kNoStep;
  }

  void Take(const json& line, std::size_t at, std::size_t end) {
    output_.token_came_back = true;
    if (const std::size_t step = StepOf(line, "begin"); step != kNoStep) {
      output_.answers[step].begun = true;
      raw_start_ = end + 1;
      last_begun_ = step;
    } else if (const std::size_t done = StepOf(line, "step"); done != kNoStep) {
      ProbeAnswer& answer = output_.answers[done];
      answer.record = RecordOf(line);
      answer.data = FromBase64(Text(line, "data")).value_or("");
      // Without the line break that the probe puts before the record.
      if (raw_start_ + 1 <= at) answer.raw = out_.substr(raw_start_, at - 1 - raw_start_);
    } else if (line.contains("end")) {
      output_.finished = line["end"] == output_.answers.size();
    }
  }

  const std::string& out_;
  std::string mark_;
  ProbeOutput output_;
  std::size_t raw_start_ = 0;
  std::size_t last_begun_ = kNoStep;
};

}  // namespace

std::vector<std::string> ProbeCommand(const std::vector<std::string>& carrier, const std::string& token,
                                      const std::map<std::string, std::string>& resolve,
                                      const std::vector<std::string>& words, const std::vector<ProbeStep>& steps, bool stays) {
  std::vector<std::string> argv = carrier;
  argv.insert(argv.end(), {"run", token});
  if (stays) argv.emplace_back("--stay");
  for (const auto& [host, address] : resolve) {
    argv.emplace_back("--resolve");
    argv.push_back(host + "=" + address);
  }
  if (!words.empty()) {
    argv.emplace_back("--words");
    argv.insert(argv.end(), words.begin(), words.end());
    argv.push_back(token);
  }
  for (const ProbeStep& step : steps) {
    argv.emplace_back("--");
    argv.push_back(step.verb);
    for (const auto& [name, value] : step.arguments) argv.push_back(name + "=" + value);
  }
  return argv;
}

bool TellsStart(const std::string& out, const std::string& token) { return out.find(token + " {") != std::string::npos; }

std::size_t CountReady(const std::string& out, const std::string& token) {
  const std::string mark = token + " {\"ready\"";
  std::size_t count = 0;
  for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at + 1)) ++count;
  return count;
}

bool TellsEnd(const std::string& out, const std::string& token) {
  return out.find(token + " {\"end\"") != std::string::npos;
}

ProbeOutput ParseProbeOutput(const std::string& out, const std::string& token, std::size_t steps) {
  return Reader(out, token, steps).Read();
}

}  // namespace harness
