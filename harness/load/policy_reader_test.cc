// SPDX-License-Identifier: Apache-2.0
#include "harness/load/policy_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/load/document.h"

namespace harness {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Policy Read(const std::string& text, const Policy& base = {}) {
  ProblemList problems("f");
  const std::optional<Node> node = ReadDocument(text, problems);
  const Policy policy = ReadPolicy(node.value_or(Node{}), "policy", base, problems);
  for (const Problem& problem : problems.Take()) ADD_FAILURE() << Describe(problem);
  return policy;
}

std::string Problems(const std::string& text) {
  ProblemList problems("f");
  const std::optional<Node> node = ReadDocument(text, problems);
  ReadPolicy(node.value_or(Node{}), "policy", Policy{}, problems);
  std::string lines;
  for (const Problem& problem : problems.Take()) lines += Describe(problem) + "\n";
  return lines;
}

TEST(PolicyReader, OfAnEmptyMappingIsTheBase) {
  EXPECT_EQ(Read("{}"), Policy{});
  Policy base;
  base.network.mode = Network::Mode::kOpen;
  EXPECT_EQ(Read("{}", base), base);
}

TEST(PolicyReader, ReadsEveryKey) {
  const Policy policy = Read(
      "sandbox: off\n"
      "filesystem: {read: [system, /r], write: [\"${outside}\"], deny: [\"${home}/**/*.key\"]}\n"
      "network: {allow: ['good.test:80', '[::1]:443'], listen: [8080], unix: [/run/s]}\n"
      "process: {isolate: false, signal-outside: true}\n"
      "environment: {pass: [A], set: {B: 'x', C: ''}}\n"
      "limits: {wall: 2s, cpu: 500ms, memory: 64M, disk: 1G, pids: 5, output: 1K, files: 9}\n");
  EXPECT_FALSE(policy.sandbox);
  EXPECT_EQ(policy.filesystem, (Filesystem{{"system", "/r"}, {"${outside}"}, {"${home}/**/*.key"}}));
  EXPECT_EQ(policy.network,
            (Network{Network::Mode::kAllow, {"good.test:80", "[::1]:443"}, {8080}, {"/run/s"}}));
  EXPECT_EQ(policy.process, (ProcessRules{false, true}));
  EXPECT_EQ(policy.environment, (Environment{{"A"}, {{"B", "x"}, {"C", ""}}}));
  EXPECT_EQ(policy.limits, (Limits{Milliseconds(2000), Milliseconds(500), 64u << 20, 1u << 30, 5, {}, 1024, 9}));
}

TEST(PolicyReader, ReplacesAListAndKeepsWhatIsLeftOut) {
  Policy base;
  base.filesystem.deny = {"/a"};
  base.network = {Network::Mode::kAllow, {"a:1"}, {}, {}};
  base.environment.pass = {"A"};
  const Policy policy = Read("filesystem: {deny: [/b]}\nnetwork: none\nlimits: {pids: 1}\n", base);
  EXPECT_THAT(policy.filesystem.deny, ElementsAre("/b"));
  EXPECT_EQ(policy.filesystem.write, base.filesystem.write);
  EXPECT_EQ(policy.network, Network{});
  EXPECT_EQ(policy.environment, base.environment);
  EXPECT_THAT(Read("filesystem: {write: []}").filesystem.write, IsEmpty());
}

TEST(PolicyReader, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Problems("filesytem: {}\n"),
            "f:1:1: unknown key 'filesytem' in 'policy' (did you mean 'filesystem'?)\n");
  EXPECT_THAT(Problems("filesystem: {reed: []}"), HasSubstr("did you mean 'read'?"));
  EXPECT_THAT(Problems("network: opn"), HasSubstr("did you mean 'open'?"));
  EXPECT_THAT(Problems("network: {deny: []}"), HasSubstr("unknown key 'deny' in 'policy.network'"));
  EXPECT_THAT(Problems("[]"), HasSubstr("'policy' must be a mapping, not a list"));
  EXPECT_THAT(Problems(""), HasSubstr("'policy' must be a mapping, not empty"));
}

TEST(PolicyReader, RefusesWrongValuesAndNamesThem) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"sandbox: false", "'policy.sandbox' must be on or off, unquoted, not 'false'"},
           {"filesystem: {write: [system]}", "'policy.filesystem.write[]' must be an absolute path"},
           {"filesystem: {read: [relative]}", "or the word system, not 'relative'"},
           {"filesystem: {deny: /x}", "'policy.filesystem.deny' must be a list, not '/x'"},
           {"filesystem: {deny: [\"${nonce}\"]}", "is made anew for each step"},
           {"filesystem: {deny: [\"${hom}/x\"]}", "did you mean 'home'?"},
           {"network: {}", "'policy.network' allows nothing: write none for that"},
           {"network: {allow: [good.test]}", "must be host:port"},
           {"network: {listen: [0]}", "must be an unquoted number from 1 to 65535"},
           {"network: {unix: [s]}", "must be an absolute path"},
           {"network: [none]", "'policy.network' must be a text, not a list"},
           {"process: {isolate: on}", "must be true or false, unquoted, not 'on'"},
           {"environment: {pass: [1A]}", "must be the name of an environment variable"},
           {"environment: {set: {A: [x]}}", "must be a text, not a list"},
           {"environment: {set: {A: }}", "must be a text, not empty"},
           {"environment: {set: {A: \"${x}\"}}", "is not defined"},
           {"environment: {set: [A]}", "must be a mapping of names to texts, not a list"},
           {"limits: {wall: 10}", "'policy.limits.wall' must be a duration"},
           {"limits: {memory: 1T}", "'policy.limits.memory' must be a number of bytes"},
           {"limits: {files: 1K}", "'policy.limits.files' must be an unquoted number from 1"},
           {"limits: {pids: 0}", "'policy.limits.pids' must be an unquoted number from 1"}}) {
    EXPECT_THAT(Problems(text), HasSubstr(message)) << text;
  }
}

}  // namespace
}  // namespace harness
