// SPDX-License-Identifier: Apache-2.0
#include "harness/base/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace harness {
namespace {

TEST(Nearest, FindsTheWordThatWasMeant) {
  const std::vector<std::string> verbs = {"file.read", "file.write", "http.get"};
  EXPECT_EQ(Nearest("file.wirte", verbs), "file.write");
  EXPECT_EQ(DidYouMean("htp.get", verbs), " (did you mean 'http.get'?)");
}

TEST(Nearest, StaysSilentWhereNothingIsClose) {
  const std::vector<std::string> verbs = {"file.read"};
  EXPECT_EQ(Nearest("completely-else", verbs), "");
  EXPECT_EQ(DidYouMean(std::string(5000, 'x'), verbs), "");
}

}  // namespace
}  // namespace harness
