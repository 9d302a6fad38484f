// SPDX-License-Identifier: Apache-2.0
#include "harness/model/argument_words.h"

#include <array>

namespace harness {
namespace {

using Words = std::vector<std::string>;

// MAX_ARG_STRLEN of linux/binfmts.h is 32 pages of 4096 bytes, with the NUL at the end (execve(2)).
constexpr std::size_t kLongestWord = 131'071;
// Half of what execve(2) takes with the usual stack limit of 8 MiB: a sandbox's own options need room too.
constexpr std::size_t kManyWords = 1'000;
constexpr std::size_t kBytesOfMany = 1'000;

std::string Filled(std::size_t bytes, std::size_t seed) {
  std::string word(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) word[i] = static_cast<char>('!' + (i * 7 + seed) % 94);
  return word;
}

Words EveryByte() {
  std::string all;
  Words words;
  for (int byte = 1; byte < 256; ++byte) {
    all += static_cast<char>(byte);
    words.emplace_back(1, static_cast<char>(byte));
  }
  words.push_back(all);
  return words;
}

Words Many() {
  Words words;
  for (std::size_t i = 0; i < kManyWords; ++i) words.push_back(Filled(kBytesOfMany, i));
  return words;
}

struct Kind {
  const char* name;
  Words (*words)();
};

constexpr std::array<Kind, 6> kKinds = {{
    {"every-byte", EveryByte},
    {"empty", [] { return Words{"", "a", "", "", "b", ""}; }},
    {"dashes", [] { return Words{"-", "--", "---", "-c", "--help", "--version", "-x=1", "--=", "-1"}; }},
    {"quoting",
     [] {
       return Words{"a b", " a", "a ", "'", "\"", "\\", "\\\\", "$HOME", "${HOME}", "`id`", "$(id)", "*", "?", "[a]", "{a,b}",
                    "~", "#", "!", "&", ";", "|", "<", ">", "(", ")", "\n", "a\nb", "\t", "%s", "%HOME%", "=", "A=1"};
     }},
    {"longest", [] { return Words{Filled(kLongestWord, 0)}; }},
    {"many", Many},
}};

}  // namespace

const std::vector<std::string>& ArgumentWordKinds() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Kind& kind : kKinds) names.emplace_back(kind.name);
    return names;
  }();
  return kNames;
}

std::vector<std::string> ArgumentWords(const std::string& kind) {
  for (const Kind& one : kKinds) {
    if (kind == one.name) return one.words();
  }
  return {};
}

}  // namespace harness
