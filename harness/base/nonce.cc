// SPDX-License-Identifier: Apache-2.0
#include "harness/base/nonce.h"

#include <sys/random.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace harness {
namespace {

constexpr std::size_t kMostAtOnce = 256;  // getentropy(3)

}  // namespace

std::string RandomBytes(std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t done = 0; done < size; done += kMostAtOnce) {
    // Without randomness every secret is guessable and no verdict is worth anything.
    if (::getentropy(bytes.data() + done, std::min(size - done, kMostAtOnce)) != 0) std::abort();
  }
  return bytes;
}

std::string MakeNonce() {
  static constexpr char kAlphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
  const std::string bytes = RandomBytes(16);
  std::string nonce;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char byte : bytes) {
    bits = (bits << 8) | static_cast<std::uint8_t>(byte);
    held += 8;
    while (held >= 5) {
      held -= 5;
      nonce.push_back(kAlphabet[(bits >> held) & 31]);
    }
  }
  nonce.push_back(kAlphabet[(bits << (5 - held)) & 31]);
  return nonce;
}

}  // namespace harness
