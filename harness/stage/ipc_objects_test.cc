// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/ipc_objects.h"

#include <gtest/gtest.h>

#include "harness/base/nonce.h"

namespace harness {
namespace {

TEST(IpcObjects, AreThereAsLongAsTheirMakerIs) {
  const int key = IpcKeyOf(MakeNonce());
  for (const char* const kind : {"shared-memory", "message-queue", "posix-queue"}) {
    {
      IpcObjects objects;
      ASSERT_TRUE(objects.Make(kind, key, "secret")) << kind;
      EXPECT_TRUE(IpcObjects::Exists(kind, key)) << kind;
      IpcObjects moved(std::move(objects));
      EXPECT_TRUE(IpcObjects::Exists(kind, key)) << kind;
    }
    EXPECT_FALSE(IpcObjects::Exists(kind, key)) << kind;
  }
}

TEST(IpcObjects, AreNotMadeOfAnUnknownKind) { EXPECT_FALSE(IpcObjects().Make("pipe", 5, "secret")); }

TEST(IpcKeyOf, IsAPositiveNumberThatIsNotPrivate) {
  for (int i = 0; i < 100; ++i) EXPECT_GT(IpcKeyOf(MakeNonce()), 0);
}

}  // namespace
}  // namespace harness
