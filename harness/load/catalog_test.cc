// SPDX-License-Identifier: Apache-2.0
#include "harness/load/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/base/nonce.h"
#include "harness/base/sha256.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string ScenarioText(const std::string& pack = "") {
  return "title: t\nwhy: w\n" + (pack.empty() ? "" : "pack: " + pack + "\n") +
         "steps:\n- file.write: ${workspace}/a\n  expect: allowed\n";
}

// A scenario tree with the pack `core`, which holds a/one and b/two, and with a/three, which is in no pack.
class CatalogTest : public testing::Test {
 protected:
  void SetUp() override {
    Write("a/one.yaml", ScenarioText("core"));
    Write("b/two.yaml", ScenarioText("core"));
    Write("a/three.yaml", ScenarioText());
    Write("packs/core.yaml",
          "pack: core\nscenarios:\n  a/one: " + Digest() + "\n  b/two: " + Digest() + "\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  static std::string Digest() { return Sha256(ScenarioText("core")); }
  std::string Path(const std::string& name) const { return (root_ / name).string(); }
  void Write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(Path(name)) << text;
  }
  Catalog Load() const { return LoadCatalog(root_.string()); }

  static std::vector<std::string> Ids(const std::vector<Scenario>& scenarios) {
    std::vector<std::string> ids;
    for (const Scenario& scenario : scenarios) ids.push_back(scenario.id);
    return ids;
  }
  // Without the path of the tree, which is another in every run.
  std::string Lines(const std::vector<Problem>& problems) const {
    std::string lines;
    for (const Problem& problem : problems) {
      std::string line = Describe(problem);
      const std::size_t at = line.find(root_.string());
      if (at != std::string::npos) line.replace(at, root_.string().size(), "R");
      lines += line + "\n";
    }
    return lines;
  }
  // What is selected, and what is wrong with it.
  std::string Selected(const std::vector<std::string>& what) const {
    const Selection selection = Select(Load(), what);
    std::string text;
    for (const std::string& id : Ids(selection.scenarios)) text += id + " ";
    return text + Lines(selection.problems);
  }

 private:
  fs::path root_ = fs::temp_directory_path() / ("sandproof-catalog-test-" + MakeNonce());
};

TEST_F(CatalogTest, OrdersScenariosByIdAndLeavesOutWhatIsNone) {
  Write("README.md", "no scenario");
  Write("a/notes.txt", "no scenario");
  const Catalog catalog = Load();
  EXPECT_THAT(Lines(catalog.problems), IsEmpty());
  EXPECT_THAT(Ids(catalog.scenarios), ElementsAre("a/one", "a/three", "b/two"));
  EXPECT_EQ(catalog.scenarios[0].file, Path("a/one.yaml"));
  ASSERT_TRUE(catalog.packs.contains("core"));
  EXPECT_EQ(catalog.packs.at("core").scenarios.at("a/one"), Digest());
}

TEST_F(CatalogTest, DigestsAPackAsSha256sumWouldListIt) {
  EXPECT_EQ(Load().packs.at("core").Digest(), Sha256(Digest() + "  a/one\n" + Digest() + "  b/two\n"));
}

TEST_F(CatalogTest, FindsTheProblemsOfEveryFile) {
  Write("a/bad.yaml", "titel: t\n");
  Write("b/sp ace.yaml", ScenarioText());
  Write("b/other.yaml", ScenarioText("other"));
  fs::create_symlink("nowhere", Path("b/dangling.yaml"));
  Write("packs/broken.yaml", "pack: core\nscenarios: {a/one: ABC}\n");
  const std::string lines = Lines(Load().problems);
  EXPECT_THAT(lines, HasSubstr("R/a/bad.yaml:1:1: unknown key 'titel'"));
  EXPECT_THAT(lines, HasSubstr("R/b/sp ace.yaml: a scenario's path can hold only letters"));
  EXPECT_THAT(lines,
              HasSubstr("R/b/other.yaml: there is no packs/other.yaml for its pack: run ci/lock_packs"));
  EXPECT_THAT(lines, HasSubstr("R/b/dangling.yaml: cannot read"));
  EXPECT_THAT(lines, HasSubstr("R/packs/broken.yaml:1:7: 'pack' must be 'broken', as the file is named"));
  EXPECT_THAT(lines, HasSubstr("R/packs/broken.yaml:2:20: the digest of 'a/one' must be 64"));
}

TEST_F(CatalogTest, RefusesARootThatIsNotThere) {
  EXPECT_THAT(Lines(LoadCatalog(Path("none")).problems), "R/none: the folder of scenarios is not there\n");
  EXPECT_THAT(Lines(LoadCatalog(Path("a/one.yaml")).problems), HasSubstr("is not there"));
}

TEST_F(CatalogTest, LoadsAThousandScenarios) {
  for (int i = 0; i < 1000; ++i) Write("many/s" + std::to_string(i) + ".yaml", ScenarioText());
  const Catalog catalog = Load();
  EXPECT_THAT(Lines(catalog.problems), IsEmpty());
  EXPECT_EQ(catalog.scenarios.size(), 1003u);
}

TEST_F(CatalogTest, LoadsNamedFilesAndFoldersEachOnce) {
  const Catalog catalog = LoadPaths({Path("b"), Path("b/two.yaml"), Path("a/../b/two.yaml")}, Path(""));
  EXPECT_THAT(Ids(catalog.scenarios), ElementsAre("b/two"));
  EXPECT_THAT(Ids(LoadPaths({Path("b/two.yaml")}, Path("a")).scenarios), ElementsAre("two"));
  EXPECT_THAT(Ids(LoadPaths({Path("")}, Path("")).scenarios), ElementsAre("a/one", "a/three", "b/two"));
  EXPECT_TRUE(LoadPaths({Path("packs/core.yaml")}, Path("")).packs.contains("core"));
}

TEST_F(CatalogTest, RefusesPathsThatHoldNothingAndIdsThatMeet) {
  fs::create_directories(Path("empty"));
  Write("c/two.yaml", ScenarioText());
  EXPECT_THAT(Lines(LoadPaths({Path("empty")}, Path("")).problems),
              HasSubstr("R/empty: no file below this folder"));
  EXPECT_THAT(Lines(LoadPaths({Path("none.yaml")}, Path("")).problems),
              HasSubstr("R/none.yaml: cannot read"));
  EXPECT_THAT(Lines(LoadPaths({Path("b/two.yaml"), Path("c/two.yaml")}, Path("a")).problems),
              HasSubstr("the same id"));
}

TEST_F(CatalogTest, SelectsByPackIdGlobFileAndFolder) {
  EXPECT_EQ(Selected({"core"}), "a/one b/two ");
  EXPECT_EQ(Selected({"a/three"}), "a/three ");
  EXPECT_EQ(Selected({"a/*"}), "a/one a/three ");
  EXPECT_EQ(Selected({"*t*"}), "a/three b/two ");
  EXPECT_EQ(Selected({Path("b/two.yaml")}), "b/two ");
  EXPECT_EQ(Selected({Path("a")}), "a/one a/three ");
  EXPECT_EQ(Selected({"core", "a/*", "core", "a/one", Path("b")}), "a/one a/three b/two ");
  EXPECT_EQ(Select(Load(), {"core", "core"}).packs.size(), 1u);
  EXPECT_THAT(Select(Load(), {"*"}).packs, IsEmpty());
}

TEST_F(CatalogTest, RefusesAWhatThatNamesNothing) {
  EXPECT_EQ(Selected({"cor"}), "no pack, scenario, file or folder is named 'cor' (did you mean 'core'?)\n");
  EXPECT_EQ(Selected({"a/on"}),
            "no pack, scenario, file or folder is named 'a/on' (did you mean 'a/one'?)\n");
  EXPECT_EQ(Selected({"a"}), "no pack, scenario, file or folder is named 'a' (did you mean 'a/*'?)\n");
  EXPECT_EQ(Selected({"z/*"}), "no scenario's id matches 'z/*'\n");
  EXPECT_THAT(Selected({}), HasSubstr("nothing was asked for"));
}

TEST_F(CatalogTest, RefusesAPackWhoseScenariosAreNotAsTheyWereLocked) {
  Write("a/one.yaml", ScenarioText("core") + "# changed\n");
  EXPECT_EQ(Selected({"core"}),
            "b/two R/packs/core.yaml: the scenario 'a/one' has changed since the pack was locked: run "
            "ci/lock_packs, and "
            "review what it changes\n");
  fs::remove(Path("a/one.yaml"));
  EXPECT_THAT(Selected({"core"}),
              HasSubstr("the scenario 'a/one' is not there, or could not be loaded: run ci/lock_packs"));
  Write("a/one.yaml", ScenarioText());
  EXPECT_THAT(Selected({"core"}),
              HasSubstr("the scenario 'a/one' does not say 'pack: core': run ci/lock_packs"));
}

TEST_F(CatalogTest, RefusesAPackThatLeavesOutAScenarioOrHoldsNone) {
  Write("b/new.yaml", ScenarioText("core"));
  EXPECT_THAT(Selected({"core"}),
              HasSubstr("R/b/new.yaml: it says 'pack: core', and that pack does not list it: run ci/lock"));
  Write("packs/void.yaml", "pack: void\nscenarios: {}\n");
  EXPECT_THAT(Lines(Load().problems),
              HasSubstr("R/packs/void.yaml:2:12: the pack holds no scenario: run ci/lock_packs"));
}

}  // namespace
}  // namespace harness
