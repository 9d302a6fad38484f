// SPDX-License-Identifier: Apache-2.0
#include "adapters/sandbox-exec/sandbox_exec_adapter.h"

#include <gtest/gtest.h>

namespace adapters {
namespace {

TEST(SandboxExec, SaysElsewhereThatItIsPartOfMacOs) {
  const harness::Identity identity = MakeSandboxExec()->Describe();
  EXPECT_EQ(identity.unavailable, "sandbox-exec is part of macOS");
  EXPECT_EQ(identity.remedy, "run on macOS");
}

TEST(SandboxExec, OpensNoSessionElsewhere) {
  harness::SessionRequest request;
  request.search_path = harness::TrustedSearchPath();
  EXPECT_TRUE(std::holds_alternative<harness::Failed>(MakeSandboxExec()->Open(request)));
}

}  // namespace
}  // namespace adapters
