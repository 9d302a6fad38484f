// SPDX-License-Identifier: Apache-2.0
#include "harness/arena/kernel_state.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(KernelState, KnowsTheMounts) { EXPECT_NE(KernelState().at("mounts").find(" /proc "), std::string::npos); }

TEST(KernelState, LeavesOutWhatIsMountedWhereNobodyShouldLook) {
  EXPECT_EQ(KernelState("/proc").at("mounts").find(" /proc "), std::string::npos);
  EXPECT_NE(KernelState("/proc").at("mounts").find(" / "), std::string::npos);
}

TEST(DescribeDifference, NamesWhatCameAndWhatWent) {
  EXPECT_EQ(DescribeDifference({{"mounts", "a\nb\n"}}, {{"mounts", "b\nc\n"}}), "mounts: + c; mounts: - a");
  EXPECT_EQ(DescribeDifference({{"mounts", "a\n"}}, {{"mounts", "a\n"}}), "");
}

}  // namespace
}  // namespace harness
