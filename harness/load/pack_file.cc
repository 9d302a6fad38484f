// SPDX-License-Identifier: Apache-2.0
#include "harness/load/pack_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "harness/base/sha256.h"
#include "harness/load/document.h"
#include "harness/load/fields.h"
#include "harness/load/values.h"

namespace harness {
namespace {

constexpr std::size_t kDigestDigits = 64;

bool IsDigest(const std::string& text) {
  return text.size() == kDigestDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

void ReadName(const Fields& fields, const std::string& stem, Pack& pack, ProblemList& problems) {
  const Node* const node = fields.Require("pack");
  const std::optional<std::string> name = node == nullptr ? std::nullopt : ReadWord(*node, "pack", problems);
  if (!name) return;
  if (*name != stem)
    problems.Add(*node, fmt::format("'pack' must be {}, as the file is named", Quoted(stem)));
  pack.name = *name;
}

void ReadDigests(const Fields& fields, Pack& pack, ProblemList& problems) {
  const Node* const node = fields.Require("scenarios");
  if (node == nullptr || node->kind == Node::Kind::kBroken) return;
  if (node->kind != Node::Kind::kMapping) {
    problems.Add(*node, "'scenarios' must be a mapping of ids to digests, not " + Describe(node->kind));
    return;
  }
  if (node->keys.empty()) problems.Add(*node, std::string("the pack holds no scenario") + kLockPacks);
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    if (node->keys[i].kind != Node::Kind::kScalar) continue;
    const std::string& id = node->keys[i].text;
    const std::optional<std::string> digest = ReadWord(node->values[i], "scenarios." + Quoted(id), problems);
    if (digest && !IsDigest(*digest)) {
      problems.Add(node->values[i], fmt::format("the digest of {} must be 64 lower-case hexadecimal digits{}",
                                                Quoted(id), kLockPacks));
    } else if (digest) {
      pack.scenarios[id] = *digest;
    }
  }
}

}  // namespace

std::string Pack::Digest() const {
  std::string lines;
  for (const auto& [id, digest] : scenarios) lines += digest + "  " + id + "\n";
  return Sha256(lines);
}

std::variant<Pack, std::vector<Problem>> LoadPack(const std::string& file) {
  ProblemList problems(file);
  const std::optional<std::string> text = ReadText(file, problems);
  const std::optional<Node> document = text ? ReadDocument(*text, problems) : std::nullopt;
  if (!document) return problems.Take();
  Pack pack;
  pack.file = file;
  const Fields fields(*document, "", {"pack", "scenarios"}, problems);
  ReadName(fields, std::filesystem::path(file).stem().string(), pack, problems);
  ReadDigests(fields, pack, problems);
  if (!problems.empty()) return problems.Take();
  return pack;
}

}  // namespace harness
