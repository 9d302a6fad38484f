// SPDX-License-Identifier: Apache-2.0
#include "harness/model/verb.h"

#include <algorithm>

namespace harness {
namespace {

Argument Path(std::string name, std::string meaning) {
  return {std::move(name), ArgumentType::kPath, true, std::move(meaning), false};
}

Argument ChangedPath(std::string name, std::string meaning) {
  return {std::move(name), ArgumentType::kPath, true, std::move(meaning), true};
}

Argument Optional(std::string name, ArgumentType type, std::string meaning) {
  return {std::move(name), type, false, std::move(meaning), false};
}

Verb Read(std::string name, std::string meaning) {
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kSecret,
          {Path("path", "what is read")}};
}

Verb Change(std::string name, std::string meaning, std::vector<Argument> more = {}) {
  std::vector<Argument> arguments = {ChangedPath("path", "what is changed")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {std::move(name), std::move(meaning), VerbSide::kProbe, WitnessKind::kTree, std::move(arguments)};
}

std::vector<Verb> MakeVerbs() {
  const Argument content = Optional("content", ArgumentType::kText, "what is written; default: the step's nonce");
  std::vector<Verb> verbs = {
      // Reads: each reports the first 4096 bytes that it got.
      Read("file.read", "open(2) for reading and read(2)"),
      Read("file.mmap", "open(2) for reading, mmap(2), and a look at the pages"),
      Read("file.exec", "execute the program and collect what it prints"),
      Read("file.list", "opendir(3) and the names in the directory"),
      Read("file.readlink", "readlink(2)"),
      // Changes.
      Change("file.write", "open(2) with O_CREAT | O_TRUNC and write(2)", {content}),
      Change("file.create", "open(2) with O_CREAT | O_EXCL and write(2)", {content}),
      Change("file.overwrite", "open(2) for writing, without O_CREAT or O_TRUNC, and pwrite(2) at offset 0", {content}),
      Change("file.append", "open(2) with O_APPEND and write(2)", {content}),
      Change("file.truncate", "truncate(2) to length 0"),
      Change("file.unlink", "unlink(2)"),
      Change("file.mkdir", "mkdir(2)"),
      Change("file.rmdir", "rmdir(2)"),
      Change("file.mkfifo", "mkfifo(3)"),
      Change("file.chmod", "chmod(2)", {Optional("mode", ArgumentType::kNumber, "octal; default: 0777")}),
      Change("file.chown", "chown(2) to nobody as root, to the own group otherwise"),
      Change("file.utimes", "utimensat(2), modification time set to 2001-09-09 01:46:40 UTC"),
      Change("file.setxattr", "setxattr(2) of user.sandproof, or of a POSIX ACL where user attributes do not exist"),
      Change("file.symlink", "symlink(2) made at `path`", {Optional("target", ArgumentType::kText, "what the link says")}),
      Change("file.link", "link(2) made at `path`", {ChangedPath("target", "the existing file")}),
      {"file.rename", "rename(2)", VerbSide::kProbe, WitnessKind::kTree,
       {ChangedPath("from", "the existing entry"), ChangedPath("to", "its new name")}},
      {"file.copy", "read `from` and create `to` with the same content", VerbSide::kProbe, WitnessKind::kSecret,
       {Path("from", "what is read"), ChangedPath("to", "the new file")}},
      // Network.
      {"http.get", "an HTTP/1.1 GET, which carries the step's nonce in a header", VerbSide::kProbe,
       WitnessKind::kLedger, {{"url", ArgumentType::kUrl, true, "http://host[:port]/path", false}}},
      {"http.post", "an HTTP/1.1 POST", VerbSide::kProbe, WitnessKind::kLedger,
       {{"url", ArgumentType::kUrl, true, "http://host[:port]/path", false},
        Optional("body", ArgumentType::kText, "default: the step's nonce")}},
      {"net.connect", "a TCP connection that carries the step's nonce", VerbSide::kProbe, WitnessKind::kLedger,
       {{"to", ArgumentType::kHost, true, "host:port, or [address]:port for IPv6", false}}},
      {"net.knock", "a TCP connection that is closed without a byte sent", VerbSide::kProbe, WitnessKind::kLedger,
       {{"to", ArgumentType::kHost, true, "host:port, or [address]:port for IPv6", false}}},
      // Processes.
      {"proc.daemon", "leave a process behind: double fork, setsid, signals ignored, a heartbeat into `path`",
       VerbSide::kProbe, WitnessKind::kCensus, {Path("path", "the heartbeat file, in the workspace")}},
      {"proc.signal", "kill(2) of the sentinel, a process outside", VerbSide::kProbe, WitnessKind::kSentinel,
       {Optional("signal", ArgumentType::kText, "a signal name; default: SIGUSR1")}},
      {"proc.find", "look through /proc for the sentinel's command line", VerbSide::kProbe, WitnessKind::kSecret,
       {}},
      {"proc.exit", "end with an exit code", VerbSide::kProbe, WitnessKind::kEnding,
       {{"code", ArgumentType::kNumber, true, "0 to 255", false}}, true},
      {"proc.die", "die of a signal", VerbSide::kProbe, WitnessKind::kEnding,
       {{"signal", ArgumentType::kText, true, "a signal name, such as SIGTERM", false}}, true},
      // Environment and standard streams.
      {"env.read", "getenv(3)", VerbSide::kProbe, WitnessKind::kSecret,
       {{"name", ArgumentType::kText, true, "the variable", false}}},
      {"stdio.echo", "copy standard input to standard output", VerbSide::kProbe, WitnessKind::kStdout,
       {{"bytes", ArgumentType::kNumber, true, "how many random bytes the harness sends; at most 4194304", false}}},
      // Faults.
      {"fault.missing", "a program that the sandbox is made of is not there", VerbSide::kFault, WitnessKind::kRun,
       {{"program", ArgumentType::kText, true, "its file name, or ${runtime} for each that the adapter names", false}}},
      {"fault.namespaces", "every attempt to make a namespace fails", VerbSide::kFault, WitnessKind::kRun,
       {{"errno", ArgumentType::kText, true, "an errno name, such as EPERM", false}}},
  };
  std::sort(verbs.begin(), verbs.end(), [](const Verb& a, const Verb& b) { return a.name < b.name; });
  return verbs;
}

}  // namespace

std::span<const Verb> AllVerbs() {
  static const std::vector<Verb> kVerbs = MakeVerbs();
  return kVerbs;
}

const Verb* FindVerb(std::string_view name) {
  for (const Verb& verb : AllVerbs()) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

std::string_view Name(WitnessKind kind) {
  switch (kind) {
    case WitnessKind::kTree: return "tree";
    case WitnessKind::kSecret: return "secret scan";
    case WitnessKind::kLedger: return "server ledger";
    case WitnessKind::kCensus: return "process census";
    case WitnessKind::kSentinel: return "sentinel";
    case WitnessKind::kEnding: return "ending";
    case WitnessKind::kStdout: return "output bytes";
    case WitnessKind::kRun: return "trace of a run";
  }
  return "";
}

}  // namespace harness
