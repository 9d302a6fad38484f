// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace harness {

// A value that lies in one place only, so that seeing it elsewhere proves that the place was read.
struct Secret {
  std::string name;   // where it lies: a path, or "environment variable API_KEY"
  std::string value;  // a nonce
};

struct SecretHit {
  std::string name;      // the secret's
  std::string encoding;  // "plain", "base64", "hex", "reversed", "percent-encoded"
};

// Searches bytes for secrets, in the clear and in the usual disguises: base64 (standard and URL-safe, at every one of
// its three alignments), hexadecimal in either case, reversed, percent-encoded in either case, letters in the other
// case, UTF-16, and each of these broken over lines.
class SecretScan {
 public:
  explicit SecretScan(const std::vector<Secret>& secrets);

  // Each secret at most once, with the first disguise that was found.
  std::vector<SecretHit> Find(std::string_view bytes) const;

 private:
  struct Needle {
    std::size_t secret;
    std::string encoding;
    std::string text;
  };
  std::vector<Secret> secrets_;
  std::vector<Needle> needles_;
};

}  // namespace harness
