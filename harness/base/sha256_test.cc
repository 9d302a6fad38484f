// SPDX-License-Identifier: Apache-2.0
#include "harness/base/sha256.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(Sha256, GivesTheStandardsExamples) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, SaysWhyAFileCannotBeDigested) {
  EXPECT_FALSE(Sha256OfFile("/nowhere/at-all"));
  EXPECT_FALSE(Sha256OfFile("/proc/self"));
}

}  // namespace
}  // namespace harness
