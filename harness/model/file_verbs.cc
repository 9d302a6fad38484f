// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb_families.h"

namespace harness {
namespace {

Verb Read(std::string name, std::string meaning) {
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kSecret, {Path("path", "what is read")}};
}

Verb Change(std::string name, std::string meaning, std::vector<Argument> more = {}) {
  std::vector<Argument> arguments = {ChangedPath("path", "what is changed")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kTree, std::move(arguments)};
}

Verb AsFileCall(Verb verb) {
  verb.calls = {Surface::kFile, Surface::kTool};
  return verb;
}

Verb OfTheEntry(Verb verb) {
  verb.names_the_entry = true;
  return verb;
}

}  // namespace

std::vector<Verb> FileVerbs() {
  const Argument content = Optional("content", ArgumentType::kText, "what is written; default: the step's nonce");
  return {
      // Reads: each reports the first 4096 bytes that it got.
      AsFileCall(Read("file.read", "open(2) for reading and read(2)")),
      Read("file.mmap", "open(2) for reading, mmap(2), and a look at the pages"),
      Read("file.exec", "execute the program and collect what it prints"),
      AsFileCall(Read("file.list", "opendir(3) and the names in the directory")),
      OfTheEntry(Read("file.readlink", "readlink(2)")),
      // Changes.
      AsFileCall(Change("file.write", "open(2) with O_CREAT | O_TRUNC and write(2)", {content})),
      OfTheEntry(Change("file.create", "open(2) with O_CREAT | O_EXCL and write(2)", {content})),
      Change("file.overwrite", "open(2) for writing, without O_CREAT or O_TRUNC, and pwrite(2) at offset 0", {content}),
      Change("file.append", "open(2) with O_APPEND and write(2)", {content}),
      Change("file.truncate", "truncate(2) to length 0"),
      OfTheEntry(Change("file.unlink", "unlink(2)")),
      OfTheEntry(Change("file.mkdir", "mkdir(2)")),
      OfTheEntry(Change("file.rmdir", "rmdir(2)")),
      OfTheEntry(Change("file.mkfifo", "mkfifo(3)")),
      Change("file.chmod", "chmod(2)", {Optional("mode", ArgumentType::kNumber, "octal; default: 0777")}),
      Change("file.chown", "chown(2) to nobody as root, to the own group otherwise"),
      Change("file.utimes", "utimensat(2), modification time set to 2001-09-09 01:46:40 UTC"),
      Change("file.setxattr", "setxattr(2) of user.sandproof, or of a POSIX ACL where user attributes do not exist"),
      OfTheEntry(Change("file.symlink", "symlink(2) made at `path`",
                        {Optional("target", ArgumentType::kText, "what the link says")})),
      OfTheEntry(Change("file.link", "link(2) made at `path`", {ChangedPath("target", "the existing file")})),
      OfTheEntry({"file.rename", "rename(2)", VerbSide::kProbe, WitnessKind::kTree,
                  {ChangedPath("from", "the existing entry"), ChangedPath("to", "its new name")}}),
      OfTheEntry({"file.copy", "read `from` and create `to` with the same content", VerbSide::kProbe, WitnessKind::kSecret,
                  {Path("from", "what is read"), ChangedPath("to", "the new file")}}),
  };
}

}  // namespace harness
