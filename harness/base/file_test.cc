// SPDX-License-Identifier: Apache-2.0
#include "harness/base/file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/nonce.h"

namespace harness {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t Entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("sandproof-file-test-" + MakeNonce());
};

TEST_F(FileTest, WritesAndReadsBackAndLeavesNoTemporaryFile) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "one"));
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "two"));
  EXPECT_EQ(ReadFile(Path("a")).value(), "two");
  EXPECT_EQ(Entries(), 1u);
}

TEST_F(FileTest, KeepsTheOldFileWhenTheNewOneCannotBeWritten) {
  EXPECT_FALSE(WriteFileAtomically(Path("missing/a"), "x"));
  fs::create_directory(Path("d"));
  const Result<void> written = WriteFileAtomically(Path("d"), "x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("it is a directory"), std::string::npos);
  EXPECT_EQ(Entries(), 1u);
}

TEST_F(FileTest, WritesThroughASymbolicLinkWithoutReplacingIt) {
  ASSERT_TRUE(WriteFileAtomically(Path("real"), "old"));
  fs::create_symlink("real", Path("link"));
  ASSERT_TRUE(WriteFileAtomically(Path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(Path("link")));
  EXPECT_EQ(ReadFile(Path("real")).value(), "new");
}

TEST_F(FileTest, RefusesDirectoriesPipesAndFilesOverTheLimit) {
  EXPECT_FALSE(ReadFile(Path("")));
  ASSERT_TRUE(WriteFileAtomically(Path("big"), std::string(100, 'x')));
  EXPECT_FALSE(ReadFile(Path("big"), 99));
  EXPECT_TRUE(ReadFile(Path("big"), 100));
  EXPECT_FALSE(ReadFile("/dev/zero"));
}

}  // namespace
}  // namespace harness
