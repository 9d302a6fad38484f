// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/open_descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace harness {
namespace {

std::string ReadFrom(int fd) {
  std::array<char, 64> buffer = {};
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

TEST(OpenDescriptors, GiveTheirSecretsToWhoeverHasThem) {
  OpenDescriptors open;
  ASSERT_TRUE(open.Open("/proc/self/comm"));
  ASSERT_TRUE(open.Listen("from a client"));
  ASSERT_TRUE(open.Connect("from a peer"));
  const std::vector<int> fds = open.Inherited();
  ASSERT_EQ(fds.size(), 3u);
  EXPECT_FALSE(ReadFrom(fds[0]).empty());
  const UniqueFd accepted(::accept(fds[1], nullptr, nullptr));
  EXPECT_EQ(ReadFrom(accepted.get()), "from a client");
  EXPECT_EQ(ReadFrom(fds[2]), "from a peer");
}

TEST(OpenDescriptors, AreClosedForEveryProgramThatIsNotGivenThem) {
  OpenDescriptors open;
  ASSERT_TRUE(open.Listen("a"));
  ASSERT_TRUE(open.Connect("b"));
  for (const int fd : open.Inherited()) EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
}

TEST(OpenDescriptors, SayWhatCannotBeOpened) { EXPECT_FALSE(OpenDescriptors().Open("/nowhere/file")); }

}  // namespace
}  // namespace harness
