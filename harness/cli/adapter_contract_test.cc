// SPDX-License-Identifier: Apache-2.0
//
// What every adapter owes, whichever sandbox it drives: one suite, run over all that the registry knows.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <set>

#include "harness/arena/arena.h"
#include "harness/base/nonce.h"
#include "harness/cli/adapter_registry.h"
#include "harness/model/promise.h"
#include "harness/stage/stage.h"

namespace harness::cli {
namespace {

namespace fs = std::filesystem;

Installation Here() { return InstallationAt(SANDPROOF_BINARY_DIR).value(); }

std::vector<std::string> EverySpec() {
  std::vector<std::string> specs = SandboxSpecs();
  specs.insert(specs.end(), {"noop", "void"});
  return specs;
}

// Everything that may run a sandbox does so in an arena, in a process of its own.
class AdapterContract : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    adapter_ = std::move(MakeAdapter(GetParam(), Here())).value();
    identity_ = adapter_->Describe();
    if (!identity_.unavailable.empty()) GTEST_SKIP() << identity_.unavailable << "; " << identity_.remedy;
  }

  // An expectation that fails in `body` fails the test.
  void InArena(const std::function<void(const Arena&)>& body) {
    const std::string name = "/sandproof-contract-" + MakeNonce();
    const auto enter = [&] {
      const Tools tools = Here().tools;
      return identity_.arena.host ? Arena::UseHost(tools, "/tmp" + name, "/var/tmp" + name)
                                  : Arena::EnterPrivate(tools, adapter_->Files(), identity_.arena);
    };
    auto forked = Child::Fork(identity_.arena.host ? 0 : Arena::Namespaces(identity_.arena), [&] {
      const auto arena = enter();
      EXPECT_TRUE(arena) << arena.error().message;
      if (arena) body(*arena);
      return testing::Test::HasFailure() ? 1 : 0;
    });
    ASSERT_TRUE(std::holds_alternative<Child>(forked));
    EXPECT_EQ(std::get<Child>(forked).Wait(Deadline::In(Milliseconds(100'000))), Ending(Exited{0}));
  }

  static Stage MakeStage(const Arena& arena) {
    return std::move(Stage::Make(arena.StageRoot(), arena.elsewhere(), {}, {}, arena.tools().probe, std::nullopt)).value();
  }

  // Asks for no more than the adapter promises.
  SessionRequest Request(const Arena& arena, const Stage& stage) const {
    SessionRequest request;
    request.operator_policy = Expand(Concede({}, identity_.capabilities).policy, stage.variables());
    request.project = request.operator_policy;
    request.stage = {stage.variables().at("workspace"), stage.variables().at("home"), stage.variables().at("tmp"),
                     arena.tools_directory()};
    request.environment = {"PATH=/usr/bin:/bin"};
    request.search_path = TrustedSearchPath();
    request.work_directory = arena.Work();
    return request;
  }

  std::vector<std::string> ProbeOrCarrier(const Arena& arena) const {
    return identity_.carrier.empty() ? std::vector<std::string>{arena.tools().probe} : identity_.carrier;
  }

  std::unique_ptr<Session> Open(const SessionRequest& request) {
    Opened opened = adapter_->Open(request);
    if (const auto* refused = std::get_if<Refused>(&opened)) ADD_FAILURE() << refused->part << ": " << refused->why;
    if (const auto* failed = std::get_if<Failed>(&opened)) ADD_FAILURE() << failed->step << ": " << failed->why;
    auto* session = std::get_if<std::unique_ptr<Session>>(&opened);
    return session == nullptr ? nullptr : std::move(*session);
  }

  std::unique_ptr<Adapter> adapter_;
  Identity identity_;
};

TEST_P(AdapterContract, DescribesItselfCompletely) {
  EXPECT_EQ(identity_.name, GetParam().substr(0, GetParam().find(':')));
  EXPECT_FALSE(identity_.surfaces.empty());
  for (const Component& component : identity_.components) {
    EXPECT_TRUE(fs::exists(component.path)) << component.path;
    EXPECT_EQ(component.sha256.size(), 64u);
  }
  const std::set<std::string> known(AllPromises().begin(), AllPromises().end());
  for (const std::string& promise : identity_.capabilities) EXPECT_TRUE(known.contains(promise)) << promise;
  InArena([this](const Arena&) { EXPECT_FALSE(adapter_->Version().empty()); });
}

TEST_P(AdapterContract, DeclaresThePolicyThatItAccepted) {
  InArena([this](const Arena& arena) {
    const Stage stage = MakeStage(arena);
    SessionRequest request = Request(arena, stage);
    request.project.filesystem.write = {"/"};
    request.project.network.mode = Network::Mode::kOpen;
    const auto session = Open(request);
    ASSERT_NE(session, nullptr);
    EXPECT_EQ(session->EffectivePolicy(), Meet(request.operator_policy, request.project));
  });
}

// A limit that would only be written down is worse than none.
TEST_P(AdapterContract, RefusesEveryLimitThatItDoesNotPromise) {
  const std::vector<std::pair<std::string, std::function<void(Limits&)>>> limits = {
      {promise::kLimitMemory, [](Limits& l) { l.memory_bytes = 256 << 20; }},
      {promise::kLimitPids, [](Limits& l) { l.pids = 100; }},
      {promise::kLimitCpu, [](Limits& l) { l.cpu = Milliseconds(10'000); }},
      {promise::kLimitDisk, [](Limits& l) { l.disk_bytes = 64 << 20; }},
      {promise::kLimitOutput, [](Limits& l) { l.output_bytes = 1 << 20; }},
      {promise::kLimitFiles, [](Limits& l) { l.files = 256; }}};
  InArena([&](const Arena& arena) {
    const Stage stage = MakeStage(arena);
    for (const auto& [promise, set] : limits) {
      ASSERT_TRUE(arena.EmptyWork());
      SessionRequest request = Request(arena, stage);
      set(request.operator_policy.limits);
      set(request.project.limits);
      const Opened opened = adapter_->Open(request);
      const auto* refused = std::get_if<Refused>(&opened);
      const auto& promises = identity_.capabilities;
      const bool promised = std::find(promises.begin(), promises.end(), promise) != promises.end();
      EXPECT_EQ(promised, std::holds_alternative<std::unique_ptr<Session>>(opened)) << promise;
      EXPECT_EQ(refused == nullptr ? std::string() : refused->part, promised ? std::string() : promise);
    }
  });
}

TEST_P(AdapterContract, RunsAProgramThroughEachSurfaceAndReportsWhatItExecuted) {
  InArena([this](const Arena& arena) {
    for (const Surface surface : identity_.surfaces) {
      // Each on a stage of its own, as cases are: what one session leaves behind is no business of the next.
      const Stage stage = MakeStage(arena);
      ASSERT_TRUE(arena.EmptyWork());
      const auto session = Open(Request(arena, stage));
      ASSERT_NE(session, nullptr);
      std::vector<std::string> argv = ProbeOrCarrier(arena);
      argv.insert(argv.end(), {"run", "t0ken"});
      const LaunchResult result = RunToEnd(*session->Start({surface, argv, Milliseconds(20'000)}));
      EXPECT_EQ(result.ending, Ending(Exited{0})) << result.err;
      EXPECT_EQ(result.argv.empty(), GetParam() == "void");
      EXPECT_EQ(result.out.find("t0ken") == std::string::npos, GetParam() == "void") << result.out << result.err;
    }
  });
}

TEST_P(AdapterContract, EndsALaunchAtItsDeadlineAndLeavesNoProcess) {
  if (GetParam() == "void" || !identity_.carrier.empty()) GTEST_SKIP() << "it runs nothing that could go on";
  InArena([this](const Arena& arena) {
    const Stage stage = MakeStage(arena);
    {
      const auto session = Open(Request(arena, stage));
      ASSERT_NE(session, nullptr);
      const LaunchResult result = RunToEnd(*session->Start({Surface::kExec, {"/bin/sh", "-c", "exec sleep 100"}, Milliseconds(1'000)}));
      EXPECT_EQ(result.ending, Ending(TimedOut{})) << result.err;
    }
    const Deadline deadline = Deadline::In(Milliseconds(10'000));
    while (!arena.Strangers({}).empty() && !deadline.Passed()) ::usleep(1'000);
    for (const ProcessInfo& process : arena.Strangers({})) ADD_FAILURE() << Describe(process);
    EXPECT_TRUE(arena.EmptyWork());
  });
}

TEST_P(AdapterContract, CanBeWeakenedInAtLeastFiveWays) {
  if (GetParam() == "void" || GetParam() == "noop") GTEST_SKIP() << "there is nothing to weaken";
  EXPECT_GE(adapter_->Weakenings().size(), 5u);
}

TEST_P(AdapterContract, RefusesAnOptionThatItDoesNotKnow) {
  const auto made = MakeAdapter(GetParam() + (GetParam().find(':') == std::string::npos ? ":" : ",") + "no-such-option=1", Here());
  EXPECT_FALSE(made);
}

INSTANTIATE_TEST_SUITE_P(All, AdapterContract, testing::ValuesIn(EverySpec()), [](const auto& one) {
  std::string name = one.param;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(ParseAdapterSpec, ReadsANameAndItsOptions) {
  EXPECT_EQ(ParseAdapterSpec("noop")->name, "noop");
  EXPECT_EQ(ParseAdapterSpec("b:path=/a,b=c/d,engine=runc")->options,
            (AdapterOptions{{"path", "/a"}, {"b", "c/d"}, {"engine", "runc"}}));
  EXPECT_EQ(ParseAdapterSpec("b:path=/a, b/c")->options, (AdapterOptions{{"path", "/a, b/c"}}));
  EXPECT_FALSE(ParseAdapterSpec("b:/usr/bin/bwrap"));
  EXPECT_FALSE(ParseAdapterSpec("b:path=/a,path=/b"));
}

TEST(MakeAdapter, SuggestsTheNameThatWasMeant) {
  EXPECT_NE(MakeAdapter("bublewrap", Here()).error().message.find("did you mean 'bubblewrap'"), std::string::npos);
}

}  // namespace
}  // namespace harness::cli
