// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/arena/packet_watch.h"

namespace harness {
namespace {

using namespace std::string_literals;


std::string Four(char protocol, const std::string& body) {
  return "\x45\0\0\0\0\0\0\0\x40"s + protocol + "\0\0\xc6\x12\0\1\xc6\x12\0\x14"s + body;
}

std::string Six(char protocol, const std::string& body) {
  const std::string prefix = "\x20\x01\x0d\xb8\0\x5a\0\0\0\0\0\0\0\0\0"s;
  return "\x60\0\0\0\0\0"s + protocol + "\x40"s + prefix + "\1"s + prefix + "\x20"s + body;
}

std::string Tcp(char flags) { return "\x12\x34\0\x50\0\0\0\0\0\0\0\0\x50"s + flags + std::string(6, '\0'); }

TEST(Packet, NamesTheFirstOfAConnectionAndNoneOfTheRest) {
  EXPECT_EQ(DescribePacket(false, Four(6, Tcp(0x02))), "TCP 198.18.0.20:80");
  EXPECT_EQ(DescribePacket(true, Six(6, Tcp(0x02))), "TCP [2001:db8:5a::20]:80");
  for (const char flags : {0x12, 0x10, 0x11, 0x04}) EXPECT_EQ(DescribePacket(false, Four(6, Tcp(flags))), "");
}

TEST(Packet, NamesADatagramBehindOptionsToo) {
  EXPECT_EQ(DescribePacket(false, Four(17, "\x12\x34\0\7\0\0\0\0"s)), "UDP 198.18.0.20:7");
  EXPECT_EQ(DescribePacket(true, Six(17, "\x12\x34\0\7\0\0\0\0"s)), "UDP [2001:db8:5a::20]:7");
  EXPECT_EQ(DescribePacket(true, Six(0, "\x11\0\0\0\0\0\0\0"s + "\x12\x34\0\7"s)), "UDP [2001:db8:5a::20]:7");
}

TEST(Packet, NamesAnEchoAndEveryOtherProtocol) {
  EXPECT_EQ(DescribePacket(false, Four(1, "\10\0"s)), "IPv4 protocol 1 198.18.0.20");
  EXPECT_EQ(DescribePacket(true, Six(58, "\x80\0"s)), "IPv6 protocol 58 [2001:db8:5a::20]");
  EXPECT_EQ(DescribePacket(false, Four(47, "")), "IPv4 protocol 47 198.18.0.20");
}

TEST(Packet, PassesOverWhatTheKernelSaysByItself) {
  for (const char type : {3, 11}) EXPECT_EQ(DescribePacket(false, Four(1, std::string(1, type))), "");
  for (const int type : {1, 131, 133, 135, 136, 143}) EXPECT_EQ(DescribePacket(true, Six(58, std::string(1, static_cast<char>(type)))), "");
  EXPECT_EQ(DescribePacket(true, Six(0, "\x3a\0\5\2\0\0\1\0\x8f"s)), "");
}

TEST(Packet, IsNotPassedOverWhereItIsCutOff) {
  EXPECT_EQ(DescribePacket(false, "\x45"), "IPv4 packet that is cut off");
  EXPECT_EQ(DescribePacket(true, ""), "IPv6 packet that is cut off");
}

}  // namespace
}  // namespace harness
