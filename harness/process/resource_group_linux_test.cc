// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/process/resource_group.h"
#include "harness/process/run.h"

namespace harness {
namespace {

ChildRequest In(const ResourceGroup& group, const std::string& line) {
  ChildRequest request{{"/bin/sh", "-c", line}, {"PATH=/usr/bin:/bin"}};
  request.groups = group.Entrances();
  return request;
}

class AResourceGroup : public testing::Test {
 protected:
  void SetUp() override {
    for (const Resource one : {Resource::kMemory, Resource::kPids, Resource::kCpu}) {
      if (!CanGroup(one)) GTEST_SKIP() << "the caller cannot make groups of this kind here";
    }
  }
};

TEST_F(AResourceGroup, CountsTheProcessorTimeOfWhatRanInIt) {
  auto group = ResourceGroup::Make({std::nullopt, std::nullopt, true});
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_EQ(RunProgram(In(*group, "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"), {}, {}).ending, Ending(Exited{0}));
  EXPECT_GT(group->CpuUsed(), Milliseconds(0));
}

TEST_F(AResourceGroup, LetsNoMoreProcessesInThanItMayHave) {
  auto group = ResourceGroup::Make({std::nullopt, 1, false});
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_NE(RunProgram(In(*group, "sleep 0 & wait"), {}, {}).ending, Ending(Exited{0}));
}

TEST_F(AResourceGroup, TellsThatItsMemoryWasUsedUp) {
  auto group = ResourceGroup::Make({8 << 20, std::nullopt, false});
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_EQ(group->MemoryKills(), 0u);
  (void)RunProgram(In(*group, "x=$(head -c 64000000 /dev/zero | tr '\\0' x)"), {}, {});
  EXPECT_GT(group->MemoryKills(), 0u);
}

TEST_F(AResourceGroup, IsGoneWithItsOwnerAndSoIsWhatStillRanInIt) {
  std::vector<std::string> entrances;
  {
    auto group = ResourceGroup::Make({std::nullopt, 8, false});
    ASSERT_TRUE(group) << group.error().message;
    entrances = group->Entrances();
    EXPECT_EQ(RunProgram(In(*group, "sleep 100 </dev/null >/dev/null 2>&1 &"), {}, {}).ending, Ending(Exited{0}));
  }
  for (const std::string& file : entrances) EXPECT_FALSE(std::filesystem::exists(file)) << file;
}

}  // namespace
}  // namespace harness
