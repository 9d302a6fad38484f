// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harness {

// A value that lies in one place only, so that seeing it elsewhere proves that the place was read.
struct Secret {
  std::string name;   // where it lies: a path, or "environment variable API_KEY"
  std::string value;  // a nonce: ASCII, at least 8 bytes, since chance would find a shorter one
};

struct SecretHit {
  std::string name;  // the secret's
  // "plain", "base64", "other case", "reversed", "hex", "percent-encoded" or "UTF-16"
  std::string encoding;
};

// Searches bytes for secrets, in the clear and in the usual disguises: base64 (standard and URL-safe, at
// every one of its three alignments), letters in the other case, reversed, hexadecimal in either case,
// percent-encoded in whole or in part, UTF-16, and each of these broken over lines or set apart by blanks.
// Takes time in proportion to the bytes, however many secrets there are.
class SecretScan {
 public:
  explicit SecretScan(const std::vector<Secret>& secrets);

  // Each secret at most once, in the order of the constructor's list, with the first disguise that was found.
  std::vector<SecretHit> Find(std::string_view bytes) const;

 private:
  // The secret as it looks in one disguise.
  struct Needle {
    std::size_t secret;
    std::string encoding;
    std::string text;
  };
  // Needles ordered by their first bytes, and a filter over the hashes of these.
  class Index {
   public:
    void Add(Needle needle) { needles_.push_back(std::move(needle)); }
    void Build();
    // Sets `hits[secret]` for each needle in `text` whose secret has none yet; a needle of no disguise is
    // called `plain`.
    void Search(std::string_view text, const std::string& plain, std::vector<std::string>& hits) const;

   private:
    std::vector<Needle> needles_;
    std::bitset<65536> filter_;
  };

  void SearchText(const std::string& text, const std::string& plain, std::vector<std::string>& hits) const;

  std::vector<Secret> secrets_;
  Index exact_;
  Index folded_;  // all lower-case, to be searched for in lower-case text
};

}  // namespace harness
