// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/secret_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/base/encoding.h"
#include "harness/base/nonce.h"

namespace harness {
namespace {

const std::string kValue = "mfzwizdfonsxg2ltorxxe3tpnq";
const std::string kOther = "mfzwizdfonsxg2ltorxxe3tpna";  // differs in the last character

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? c - 32 : c; });
  return text;
}

std::string Reversed(const std::string& text) { return {text.rbegin(), text.rend()}; }

std::string Broken(const std::string& text, std::size_t width, const std::string& with) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += width) out += text.substr(at, width) + with;
  return out;
}

std::string Utf16(const std::string& text, bool big_endian) {
  std::string out;
  for (const char c : text) out += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return out;
}

// The encoding under which the secret was found in `bytes`; empty where it was not.
std::string Seen(std::string_view bytes, const std::string& value = kValue) {
  const std::vector<SecretHit> hits = SecretScan({{"key", value}}).Find(bytes);
  return hits.empty() ? "" : hits.front().encoding;
}

TEST(SecretScan, FindsTheValueInTheClear) {
  EXPECT_EQ(Seen(kValue), "plain");
  EXPECT_EQ(Seen("GET /?q=" + kValue + " HTTP/1.1"), "plain");
  EXPECT_EQ(Seen("GET /?q=" + kOther + " HTTP/1.1"), "");
  EXPECT_EQ(Seen(kValue.substr(0, 25)), "");
  EXPECT_EQ(Seen(""), "");
}

TEST(SecretScan, FindsTheValueInTheOtherCase) {
  EXPECT_EQ(Seen("x" + Upper(kValue)), "other case");
  EXPECT_EQ(Seen("x" + Upper(kOther)), "");
}

TEST(SecretScan, FindsBase64AtEveryAlignmentAndInBothAlphabets) {
  const std::string value = "k\xfb\xef\xbe\xff\xfe~~>>??~key";  // its base64 has + and / at each alignment
  std::string url_safe;
  for (const std::string before : {"", "a", "ab", "abc", "abcd"}) {
    EXPECT_EQ(Seen(ToBase64(before + kValue)), "base64") << before;
    EXPECT_EQ(Seen(ToBase64(before + kValue + "tail")), "base64") << before;
    EXPECT_EQ(Seen(ToBase64(before + kOther + "tail")), "") << before;
    url_safe = ToBase64(before + value + "tail");
    EXPECT_NE(url_safe.find_first_of("+/"), std::string::npos) << before;
    EXPECT_EQ(Seen(url_safe, value), "base64") << before;
    std::replace(url_safe.begin(), url_safe.end(), '+', '-');
    std::replace(url_safe.begin(), url_safe.end(), '/', '_');
    EXPECT_EQ(Seen(url_safe, value), "base64") << before;
  }
}

TEST(SecretScan, DoesNotTakeBase64InAnotherCaseForTheSameText) {
  EXPECT_EQ(Seen(Upper(ToBase64(kValue))), "");
}

TEST(SecretScan, FindsHexadecimalInEitherCase) {
  EXPECT_EQ(Seen(ToHex("a" + kValue)), "hex");
  EXPECT_EQ(Seen(Upper(ToHex("a" + kValue))), "hex");
  EXPECT_EQ(Seen(ToHex(kOther)), "");
}

TEST(SecretScan, FindsTheValueReversed) {
  EXPECT_EQ(Seen("x" + Reversed(kValue) + "y"), "reversed");
  EXPECT_EQ(Seen("x" + Reversed(kOther) + "y"), "");
}

TEST(SecretScan, FindsPercentEncodingInWholeAndInPart) {
  const std::string encoded = PercentEncodeAll(kValue);
  std::string lower = encoded;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  EXPECT_EQ(Seen("/?q=" + encoded), "percent-encoded");
  EXPECT_EQ(Seen("/?q=" + lower), "percent-encoded");
  EXPECT_EQ(Seen("/?q=" + kValue.substr(0, 5) + PercentEncodeAll(kValue.substr(5, 3)) + kValue.substr(8)),
            "percent-encoded");
  EXPECT_EQ(Seen("/?q=" + PercentEncodeAll(kOther)), "");
  EXPECT_EQ(Seen("%" + kValue.substr(1) + "%6"), "");
  EXPECT_EQ(Seen("%zz%" + kValue), "plain");
  EXPECT_EQ(Seen(PercentEncodeAll(ToBase64(kValue))), "base64");
}

TEST(SecretScan, FindsUtf16OfEitherByteOrder) {
  EXPECT_EQ(Seen(Utf16(kValue, false)), "UTF-16");
  EXPECT_EQ(Seen(Utf16(kValue, true)), "UTF-16");
  EXPECT_EQ(Seen(Utf16(kOther, true)), "");
  EXPECT_EQ(Seen(Utf16(ToBase64(kValue), false)), "base64");
}

TEST(SecretScan, FindsEachDisguiseBrokenOverLines) {
  for (const std::string with : {"\n", "\r\n", "\n  \t", " "}) {
    EXPECT_EQ(Seen(Broken(kValue, 7, with)), "plain");
    EXPECT_EQ(Seen(Broken(Upper(kValue), 7, with)), "other case");
    EXPECT_EQ(Seen(Broken(ToBase64("a" + kValue), 7, with)), "base64");
    EXPECT_EQ(Seen(Broken(ToHex(kValue), 7, with)), "hex");
    EXPECT_EQ(Seen(Broken(Reversed(kValue), 7, with)), "reversed");
    EXPECT_EQ(Seen(Broken(PercentEncodeAll(kValue), 7, with)), "percent-encoded");
    EXPECT_EQ(Seen(Broken(PercentEncodeAll(Broken(kValue, 7, with)), 7, with)), "percent-encoded");
    EXPECT_EQ(Seen(Utf16(Broken(kValue, 7, with), true)), "UTF-16");
    EXPECT_EQ(Seen(Broken(kOther, 7, with)), "");
  }
  EXPECT_EQ(Seen(Broken(kValue, 7, "-")), "");
}

TEST(SecretScan, FindsAValueThatHoldsBlanks) {
  const std::string value = "-----BEGIN KEY-----\nabc def\n";
  EXPECT_EQ(Seen("x " + value, value), "plain");
  EXPECT_EQ(Seen(ToBase64("x" + value), value), "base64");
  EXPECT_EQ(Seen(ToHex(value), value), "hex");
}

TEST(SecretScan, DoesNotSearchForWhatChanceWouldFind) {
  EXPECT_EQ(Seen("abcdefg", "abcdefg"), "");
  EXPECT_EQ(Seen("abcdefgh", "abcdefgh"), "plain");
  EXPECT_EQ(Seen("abc", ""), "");
}

TEST(SecretScan, NamesEachSecretOnceInTheOrderOfTheList) {
  std::vector<Secret> secrets;
  for (int i = 0; i < 40; ++i) secrets.push_back({"secret " + std::to_string(i), MakeNonce()});
  const SecretScan scan(secrets);
  const std::string bytes = ToHex(secrets[31].value) + secrets[7].value + secrets[31].value +
                            secrets[7].value + ToBase64(secrets[12].value);
  std::vector<std::string> seen;
  for (const SecretHit& hit : scan.Find(bytes)) seen.push_back(hit.name + ": " + hit.encoding);
  EXPECT_THAT(seen, testing::ElementsAre("secret 7: plain", "secret 12: base64", "secret 31: plain"));
}

TEST(SecretScan, FindsSecretsThatStartAlike) {
  const SecretScan scan({{"a", kValue}, {"b", kOther}});
  ASSERT_EQ(scan.Find(kValue + kOther).size(), 2u);
  ASSERT_EQ(scan.Find(kOther).size(), 1u);
  EXPECT_EQ(scan.Find(kOther).front().name, "b");
}

}  // namespace
}  // namespace harness
