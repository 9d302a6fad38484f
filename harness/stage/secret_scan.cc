// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/secret_scan.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>

#include "harness/base/encoding.h"

namespace harness {
namespace {

constexpr std::size_t kShortestValue = 8;
// How many bytes decide whether a needle may start here.
constexpr std::size_t kKey = 4;

// The upper bits of a multiplicative hash (Knuth, TAOCP 6.4).
std::size_t HashKey(const char* bytes) {
  std::uint32_t key = 0;
  std::memcpy(&key, bytes, kKey);
  return (key * 2654435761u) >> 16;
}

// ASCII only: the locale of the harness must not decide what is found.
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return Lower(c); });
  return text;
}

std::string WithoutBlanks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return c != ' ' && (c < '\t' || c > '\r'); });
  return out;
}

std::optional<int> HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = Lower(c);
  return lower >= 'a' && lower <= 'f' ? std::optional(lower - 'a' + 10) : std::nullopt;
}

std::string PercentDecode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::optional<int> high =
        text[i] == '%' && i + 2 < text.size() ? HexDigit(text[i + 1]) : std::nullopt;
    const std::optional<int> low = high ? HexDigit(text[i + 2]) : std::nullopt;
    out += low ? static_cast<char>(*high * 16 + *low) : text[i];
    if (low) i += 2;
  }
  return out;
}

// The characters of the base64 of any text that holds `value` with `before` bytes (modulo 3) in front of it,
// as far as `value` alone determines them.
std::string Base64Core(const std::string& value, std::size_t before) {
  const std::string encoded = ToBase64(std::string(before, '\0') + value);
  const std::size_t first = (before * 8 + 5) / 6;
  const std::size_t end = (before + value.size()) * 8 / 6;
  return encoded.substr(first, end - first);
}

std::string UrlSafe(std::string base64) {
  std::replace(base64.begin(), base64.end(), '+', '-');
  std::replace(base64.begin(), base64.end(), '/', '_');
  return base64;
}

}  // namespace

SecretScan::SecretScan(const std::vector<Secret>& secrets) : secrets_(secrets) {
  for (std::size_t i = 0; i < secrets.size(); ++i) {
    const std::string& value = secrets[i].value;
    if (value.size() < kShortestValue) continue;
    const std::string plain = WithoutBlanks(value);
    exact_.Add({i, "", plain});
    for (std::size_t before = 0; before < 3; ++before) {
      const std::string core = Base64Core(value, before);
      exact_.Add({i, "base64", core});
      if (UrlSafe(core) != core) exact_.Add({i, "base64", UrlSafe(core)});
    }
    folded_.Add({i, "other case", Lower(plain)});
    folded_.Add({i, "reversed", Lower(std::string(plain.rbegin(), plain.rend()))});
    folded_.Add({i, "hex", Lower(ToHex(value))});
  }
  exact_.Build();
  folded_.Build();
}

void SecretScan::Index::Build() {
  std::erase_if(needles_, [](const Needle& needle) { return needle.text.size() < kKey; });
  std::stable_sort(needles_.begin(), needles_.end(), [](const Needle& a, const Needle& b) {
    return a.text.compare(0, kKey, b.text, 0, kKey) < 0;
  });
  for (const Needle& needle : needles_) filter_.set(HashKey(needle.text.data()));
}

void SecretScan::Index::Search(std::string_view text, const std::string& plain,
                               std::vector<std::string>& hits) const {
  for (std::size_t at = 0; at + kKey <= text.size(); ++at) {
    if (!filter_.test(HashKey(&text[at]))) continue;
    const std::string_view here = text.substr(at);
    auto needle =
        std::lower_bound(needles_.begin(), needles_.end(), here, [](const Needle& a, std::string_view b) {
          return std::string_view(a.text).substr(0, kKey) < b.substr(0, kKey);
        });
    for (; needle != needles_.end() && needle->text.compare(0, kKey, here, 0, kKey) == 0; ++needle) {
      std::string& hit = hits[needle->secret];
      if (hit.empty() && here.starts_with(needle->text))
        hit = needle->encoding.empty() ? plain : needle->encoding;
    }
  }
}

void SecretScan::SearchText(const std::string& text, const std::string& plain,
                            std::vector<std::string>& hits) const {
  exact_.Search(text, plain, hits);
  folded_.Search(Lower(text), plain, hits);
}

// Each disguise that touches every character is taken off the text once, rather than put on every secret:
// this also finds one that was applied in part, and one upon another.
std::vector<SecretHit> SecretScan::Find(std::string_view bytes) const {
  std::vector<std::string> encodings(secrets_.size());
  const std::string text = WithoutBlanks(bytes);
  SearchText(text, "plain", encodings);
  if (text.find('%') != std::string::npos) {
    SearchText(WithoutBlanks(PercentDecode(text)), "percent-encoded", encodings);
  }
  // In ASCII, UTF-16 and UTF-32 of either byte order are the same characters with NULs in between.
  if (text.find('\0') != std::string::npos) {
    std::string narrow = text;
    std::erase(narrow, '\0');
    SearchText(narrow, "UTF-16", encodings);
  }
  std::vector<SecretHit> hits;
  for (std::size_t i = 0; i < secrets_.size(); ++i) {
    if (!encodings[i].empty()) hits.push_back({secrets_[i].name, encodings[i]});
  }
  return hits;
}

}  // namespace harness
