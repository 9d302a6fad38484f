// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/stage.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "harness/base/file.h"
#include "harness/base/nonce.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

class StageTest : public testing::Test {
 protected:
  Stage Make(const std::vector<StageItem>& items = {}) {
    return std::move(Stage::Make(root_.string(), elsewhere_.string(), {}, items, "/bin/echo", std::nullopt)).value();
  }
  std::string Path(const std::string& name) const { return (root_ / name).string(); }
  fs::path root_ = fs::temp_directory_path() / ("sandproof-stage-test-" + MakeNonce());
  fs::path elsewhere_ = fs::temp_directory_path() / ("sandproof-stage-test-elsewhere-" + MakeNonce());
};

TEST_F(StageTest, LeavesNothingBehindEvenWhereAllPermissionsWereTakenAway) {
  {
    const Stage stage = Make();
    fs::create_directories(Path("workspace/a/b"));
    ::chmod(Path("workspace/a").c_str(), 0);
  }
  EXPECT_FALSE(fs::exists(root_));
  EXPECT_FALSE(fs::exists(elsewhere_));
}

TEST_F(StageTest, HasADifferentSecretInEachPlace) {
  const Stage stage = Make();
  std::set<std::string> values;
  for (const Secret& secret : stage.secrets()) values.insert(secret.value);
  EXPECT_EQ(values.size(), stage.secrets().size());
  EXPECT_GE(values.size(), 15u);
  EXPECT_EQ(ReadFile(Path("outside/secret.txt")).value(),
            stage.SecretOf(Path("outside/secret.txt"), true)->value + "\n");
}

TEST_F(StageTest, FindsTheSecretOfAPathByAnySpelling) {
  const Stage stage = Make({{StageItem::Kind::kSymlink, "${workspace}/out", "${outside}", {}}});
  const std::string value = stage.SecretOf(Path("outside/secret.txt"), true)->value;
  EXPECT_EQ(stage.SecretOf(Path("workspace/out/secret.txt"), true)->value, value);
  EXPECT_EQ(stage.SecretOf(Path("workspace/../outside/./secret.txt"), true)->value, value);
  EXPECT_EQ(stage.SecretOf("/proc/self/root" + Path("outside/secret.txt"), true)->value, value);
  EXPECT_FALSE(stage.SecretOf(Path("outside/victim.txt"), true));
  EXPECT_FALSE(stage.SecretOf(Path("outside/nothing"), true));
}

TEST_F(StageTest, TellsTheTextOfALinkFromWhatItLeadsTo) {
  const Stage stage = Make();
  EXPECT_TRUE(stage.SecretOf(Path("outside/link"), false));
  EXPECT_FALSE(stage.SecretOf(Path("outside/link"), true));
}

TEST_F(StageTest, MakesWhatAScenarioAsksFor) {
  const Stage stage = Make({{StageItem::Kind::kFile, "${workspace}/deep/er/a.txt", "in ${workspace}", {}},
                            {StageItem::Kind::kSecret, "${outside}/secret.txt", "", {}},
                            {StageItem::Kind::kLauncher, "${workspace}/bin/bwrap", "", {}},
                            {StageItem::Kind::kSearchPath, "${workspace}/bin", "", {}},
                            {StageItem::Kind::kVariable, "API_TOKEN", "", {}}});
  EXPECT_EQ(ReadFile(Path("workspace/deep/er/a.txt")).value(), "in " + Path("workspace"));
  EXPECT_EQ(ReadFile(Path("outside/secret.txt")).value(),
            stage.SecretOf(Path("outside/secret.txt"), true)->value + "\n");
  EXPECT_EQ(ReadFile(Path("workspace/bin/bwrap")).value(), "#!/bin/echo run-plainly\n");
  EXPECT_EQ(stage.search_path(), std::vector<std::string>{Path("workspace/bin")});
  EXPECT_EQ(stage.Environment(),
            std::vector<std::string>{"API_TOKEN=" + stage.SecretOfVariable("API_TOKEN")->value});
}

TEST_F(StageTest, BelongsToItsOwnerDownToTheParentsOfWhatAScenarioAsksFor) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const auto stage = Stage::Make(root_.string(), elsewhere_.string(), {}, {{StageItem::Kind::kSecret, "${workspace}/deep/er/key", "", {}}},
                                 "/bin/echo", Account{65534, 65534});
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_)) {
    struct stat status = {};
    ASSERT_EQ(::lstat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 65534u) << entry.path();
  }
}

TEST_F(StageTest, RefusesARootThatExists) {
  fs::create_directory(root_);
  EXPECT_FALSE(Stage::Make(root_.string(), elsewhere_.string(), {}, {}, "/bin/echo", std::nullopt));
  EXPECT_TRUE(fs::exists(root_));
  fs::remove(root_);
}

}  // namespace
}  // namespace harness
