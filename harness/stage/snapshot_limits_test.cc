// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/base/unique_fd.h"
#include "harness/stage/snapshot.h"

namespace harness {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Trees that a hostile program would leave behind to wear a walk out.
class SnapshotLimits : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_); }
  void TearDown() override { fs::remove_all(root_); }

  std::string Refusal() const {
    const Result<Snapshot> snapshot = TakeSnapshot({root_.string()}, nullptr);
    return snapshot ? "none" : snapshot.error().message;
  }

  // In memory where that is to be had: a hundred thousand files take a disk many seconds.
  const fs::path root_ =
      (::access("/dev/shm", W_OK) == 0 ? fs::path("/dev/shm") : fs::temp_directory_path()) /
      ("sandproof-limits-test-" + MakeNonce());
};

TEST_F(SnapshotLimits, WalksSixtyFourLevelsAndRefusesMore) {
  std::string deepest = root_.string();
  for (int level = 1; level <= 64; ++level) deepest += "/" + std::string(100, 'd');
  // Longer than PATH_MAX, so made from below.
  UniqueFd at(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const auto deepen = [&at, name = std::string(100, 'd')] {
    ASSERT_EQ(::mkdirat(at.get(), name.c_str(), 0700), 0);
    at.Reset(::openat(at.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  };
  for (int level = 1; level <= 64; ++level) deepen();
  EXPECT_TRUE(TakeSnapshot({root_.string()}, nullptr).value().entries.contains(deepest));
  deepen();
  EXPECT_THAT(Refusal(), HasSubstr("deeper than 64 levels"));
}

TEST_F(SnapshotLimits, RefusesMoreEntriesThanAnyStageHas) {
  const UniqueFd at(::open(root_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_EQ(::mknodat(at.get(), std::to_string(i).c_str(), S_IFREG | 0600, 0), 0);
  }
  EXPECT_THAT(Refusal(), HasSubstr("more than 100000 entries"));
}

TEST_F(SnapshotLimits, RefusesMoreContentThanAnyStageHas) {
  ASSERT_TRUE(WriteFileAtomically((root_ / "file").string(), ""));
  ASSERT_EQ(::truncate((root_ / "file").c_str(), (off_t{256} << 20) + 1), 0);  // no block is ever written
  EXPECT_THAT(Refusal(), HasSubstr("more than 256 MiB of content"));
}

}  // namespace
}  // namespace harness
