// SPDX-License-Identifier: Apache-2.0
//
// What every adapter owes, whichever sandbox it drives: one suite, run over all that the registry knows.
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/nonce.h"
#include "harness/cli/adapter_registry.h"
#include "harness/stage/stage.h"

namespace harness::cli {
namespace {

namespace fs = std::filesystem;

class AdapterContract : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    adapter_ = std::move(MakeAdapter(GetParam())).value();
    const Identity identity = adapter_->Describe();
    if (!identity.unavailable.empty()) GTEST_SKIP() << identity.unavailable << "; " << identity.remedy;
  }

  SessionRequest Request(const Stage& stage) const {
    SessionRequest request;
    request.operator_policy = Expand(Policy{}, stage.variables());
    request.project = request.operator_policy;
    request.stage = {stage.variables().at("workspace"), stage.variables().at("home"), stage.variables().at("tmp"), tools_.string()};
    request.environment = {"PATH=/usr/bin:/bin"};
    request.search_path = TrustedSearchPath();
    return request;
  }

  Stage MakeStage() const { return std::move(Stage::Make(root_.string(), elsewhere_.string(), {}, "/bin/echo", std::nullopt)).value(); }

  std::unique_ptr<Adapter> adapter_;
  fs::path root_ = fs::temp_directory_path() / ("sandproof-contract-" + MakeNonce());
  fs::path elsewhere_ = fs::temp_directory_path() / ("sandproof-contract-elsewhere-" + MakeNonce());
  fs::path tools_ = SANDPROOF_BINARY_DIR "/libexec/sandproof";
};

TEST_P(AdapterContract, DescribesItselfCompletely) {
  const Identity identity = adapter_->Describe();
  EXPECT_EQ(identity.name, GetParam());
  EXPECT_FALSE(identity.surfaces.empty());
  EXPECT_FALSE(adapter_->Version().empty());
  for (const Component& component : identity.components) {
    EXPECT_TRUE(fs::exists(component.path)) << component.path;
    EXPECT_EQ(component.sha256.size(), 64u);
  }
}

TEST_P(AdapterContract, DeclaresThePolicyThatItAccepted) {
  const Stage stage = MakeStage();
  SessionRequest request = Request(stage);
  request.project.filesystem.write = {"/"};
  request.project.network.mode = Network::Mode::kOpen;
  Opened opened = adapter_->Open(request);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Session>>(opened));
  EXPECT_EQ(std::get<std::unique_ptr<Session>>(opened)->EffectivePolicy(), Meet(request.operator_policy, request.project));
}

TEST_P(AdapterContract, ReportsTheCommandLineThatItExecuted) {
  const Stage stage = MakeStage();
  for (const Surface surface : adapter_->Describe().surfaces) {
    Opened opened = adapter_->Open(Request(stage));
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<Session>>(opened));
    const LaunchResult result = std::get<std::unique_ptr<Session>>(opened)->Launch({surface, {"/bin/true"}, "", Milliseconds(10'000)});
    EXPECT_EQ(result.ending, Ending(Exited{0})) << result.err;
    if (GetParam() == "void") {
      EXPECT_TRUE(result.argv.empty());
    } else {
      ASSERT_FALSE(result.argv.empty());
      EXPECT_NE(result.argv.back().find("/bin/true"), std::string::npos);
    }
  }
}

TEST_P(AdapterContract, EndsALaunchAtItsDeadline) {
  if (GetParam() == "void") GTEST_SKIP() << "void runs nothing";
  const Stage stage = MakeStage();
  Opened opened = adapter_->Open(Request(stage));
  const LaunchResult result = std::get<std::unique_ptr<Session>>(opened)->Launch(
      {Surface::kExec, {"/bin/sleep", "100"}, "", Milliseconds(100)});
  EXPECT_EQ(result.ending, Ending(TimedOut{}));
}

TEST_P(AdapterContract, RefusesAnOptionThatItDoesNotKnow) {
  const auto made = MakeAdapter(GetParam() + ":no-such-option=1");
  EXPECT_FALSE(made);
}

INSTANTIATE_TEST_SUITE_P(All, AdapterContract, testing::ValuesIn(AdapterNames()),
                         [](const auto& one) { return one.param; });

TEST(ParseAdapterSpec, ReadsANameAndItsOptions) {
  EXPECT_EQ(ParseAdapterSpec("noop")->name, "noop");
  EXPECT_EQ(ParseAdapterSpec("b:path=/a,b=c/d,engine=runc")->options,
            (AdapterOptions{{"path", "/a"}, {"b", "c/d"}, {"engine", "runc"}}));
  EXPECT_EQ(ParseAdapterSpec("b:path=/a, b/c")->options, (AdapterOptions{{"path", "/a, b/c"}}));
  EXPECT_FALSE(ParseAdapterSpec("b:/usr/bin/bwrap"));
  EXPECT_FALSE(ParseAdapterSpec("b:path=/a,path=/b"));
}

TEST(MakeAdapter, SuggestsTheNameThatWasMeant) {
  EXPECT_NE(MakeAdapter("bublewrap").error().message.find("did you mean 'bubblewrap'"), std::string::npos);
}

}  // namespace
}  // namespace harness::cli
