#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every #include goes in an allowed direction.

Usage: check_layers.py [ROOT]

ROOT is the checkout, by default the one that this script lies in. Each violation is a line FILE:LINE: RULE.
Exit status: 0 all hold, 1 some do not, 2 there is no source file to check.
"""

import os
import posixpath
import re
import sys

BASE, MODEL, PROCESS = "harness/base", "harness/model", "harness/process"
ADAPTER, CLI, TESTING = "harness/adapter", "harness/cli", "harness/testing"
FIXTURES = ["fixtures/servers", "fixtures/faults", "fixtures/probe"]
# What the engine drives, beside the fixtures.
ENGINE_ROOMS = [BASE, MODEL, PROCESS, "harness/arena", "harness/stage", ADAPTER, "harness/judge"]
ANY_ADAPTER = "adapters/*"
OTHER_ROOMS = ["harness/load", "harness/engine", "harness/bench", TESTING, "reports", ANY_ADAPTER]
EVERYTHING = ENGINE_ROOMS + FIXTURES + OTHER_ROOMS

# A room may include itself and these. What is not listed is forbidden.
MAY_INCLUDE = {
    BASE: [],
    MODEL: [BASE],
    PROCESS: [BASE, MODEL],
    "harness/load": [BASE, MODEL],
    "harness/judge": [BASE, MODEL],
    "harness/arena": [BASE, MODEL, PROCESS],
    "harness/stage": [BASE, MODEL, PROCESS],
    ADAPTER: [BASE, MODEL, PROCESS],
    ANY_ADAPTER: [BASE, MODEL, PROCESS, ADAPTER],
    "reports": [BASE, MODEL],
    "fixtures/servers": [BASE, MODEL, PROCESS],
    "fixtures/faults": [BASE, MODEL, PROCESS],
    # Runs inside the sandbox: what it shared with the harness could be wrong on both sides at once.
    "fixtures/probe": [],
    "harness/engine": ENGINE_ROOMS + FIXTURES,
    "harness/bench": EVERYTHING,
    TESTING: EVERYTHING,
    CLI: EVERYTHING,
}

# A library has one user, so that replacing it touches one room; the two that filter system calls are programs of their own.
LIBRARIES = [
    ("yaml-cpp/", "harness/load"),
    ("httplib.h", "fixtures/servers"),
    ("CLI/", CLI),
    ("pugixml", "reports"),
    ("seccomp.h", "fixtures/faults", "adapters/landlock", "adapters/bubblewrap"),
    ("netlink/", "harness/arena"),
    ("openssl/", BASE),
]

SOURCE = re.compile(r"\.(h|hh|hpp|hxx|inc|ipp|c|cc|cpp|cxx)$")
TEST = re.compile(r"_test\.(cc|h)$")
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?:include|include_next|import)\b[ \t]*(.*?)[ \t]*$", re.MULTILINE)
NAMED = re.compile(r'(?:"([^"\n]+)"|<([^>\n]+)>)')
# Comments and raw strings may show an #include without being one. Ordinary literals are matched to be kept:
# in them a comment does not start. A quote between digits is a separator.
TOKENS = re.compile(
    r"(?P<raw>R\"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)\")"
    r"|(?P<comment>//(?:[^\\\n]|\\.|\\\n)*|/\*.*?\*/)"
    r'|(?P<string>"(?:[^"\\\n]|\\.)*"|(?<![0-9A-Fa-f])\'(?:[^\'\\\n]|\\.)*\')',
    re.DOTALL,
)


def room_of(path):
    """The room that a path from the root lies in, with an adapter's by its name; None if there is none."""
    parts = path.split("/")[:-1]
    if parts[:1] == ["reports"]:
        return "reports"
    if len(parts) >= 2 and parts[0] == "adapters":
        return "/".join(parts[:2])
    room = "/".join(parts[:2])
    return room if room in MAY_INCLUDE else None


def kind_of(room):
    return ANY_ADAPTER if room.startswith("adapters/") else room


def without_comments(text):
    """`text` with comments and raw strings blanked, every line where it was."""
    return TOKENS.sub(lambda m: m.group() if m.group("string") else " " + "\n" * m.group().count("\n"), text)


def includes_in(text):
    """(line, name, quoted) for each directive; the name is None where a macro stands for it."""
    text = without_comments(text)
    for directive in DIRECTIVE.finditer(text):
        line = text.count("\n", 0, directive.start()) + 1
        named = NAMED.match(directive.group(1))
        if named:
            yield line, named.group(1) or named.group(2), named.group(1) is not None
        else:
            yield line, None, False


def library_problem(room, name):
    for prefix, *owners in LIBRARIES:
        if name.startswith(prefix) and room not in owners:
            return f"only {' and '.join(owners)} may include <{name}>"
    return None


def direction_problem(source, room, name):
    target = room_of(name)
    if target is None:
        return f"{name} lies in no known room"
    is_test = bool(TEST.search(source))
    if TEST.search(name) and not is_test:
        return f"only tests may include {name}"
    allowed = MAY_INCLUDE[kind_of(room)]
    if target == room or kind_of(target) in allowed or (is_test and target == TESTING):
        return None
    return f"{room} may not include {target} ({kind_of(room)} -> {' '.join(allowed) or 'nothing of ours'})"


def include_problem(source, room, name, quoted):
    if name is None:
        return "an include by macro cannot be checked"
    problem = library_problem(room, name)
    if problem:
        return problem
    name = posixpath.normpath(name)
    if name.split("/")[0] in ("harness", "adapters", "fixtures", "reports"):
        return direction_problem(source, room, name)
    return f'"{name}" does not start at the root of the checkout' if quoted else None


def problems_of(source, text):
    """(line, rule) for each violation in the file at `source`, a path from the root."""
    room = room_of(source)
    if room is None:
        yield 1, "this folder is no known room (see MAY_INCLUDE in ci/check_layers.py)"
        return
    for line, name, quoted in includes_in(text):
        problem = include_problem(source, room, name, quoted)
        if problem:
            yield line, problem


def sources_below(root):
    for folder, folders, files in os.walk(root):
        top = folder == root
        folders[:] = sorted(f for f in folders if not f.startswith(".") and not (top and f == "build"))
        for name in sorted(files):
            if SOURCE.search(name):
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def main(arguments):
    root = arguments[0] if arguments else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checked = violations = 0
    for source in sources_below(root):
        with open(os.path.join(root, source), encoding="utf-8", errors="replace") as file:
            text = file.read()
        checked += 1
        for line, rule in problems_of(source, text):
            violations += 1
            print(f"{source}:{line}: {rule}")
    if checked == 0:
        print(f"check_layers: there is no source file below {root}", file=sys.stderr)
        return 2
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
