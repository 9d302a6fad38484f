#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each rule of check_layers.py, seen to hold and seen to fail in a small tree of its own."""

import contextlib
import io
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_layers  # noqa: E402

# Written out here once more, so that a slip in the table under test does not agree with itself.
ROOMS = (
    "harness/base harness/model harness/process harness/load harness/arena harness/stage harness/adapter "
    "harness/judge harness/engine harness/cli harness/testing harness/bench reports adapters/one "
    "adapters/landlock adapters/two fixtures/probe fixtures/servers fixtures/faults"
).split()
HARNESS_FOR_ENGINE = "base model process arena stage adapter judge"
ALLOWED = {
    "harness/base": "",
    "harness/model": "harness/base",
    "harness/process": "harness/base harness/model",
    "harness/load": "harness/base harness/model",
    "harness/judge": "harness/base harness/model",
    "reports": "harness/base harness/model",
    "harness/arena": "harness/base harness/model harness/process",
    "harness/stage": "harness/base harness/model harness/process",
    "harness/adapter": "harness/base harness/model harness/process",
    "adapters/landlock": "harness/base harness/model harness/process harness/adapter",
    "adapters/one": "harness/base harness/model harness/process harness/adapter",
    "adapters/two": "harness/base harness/model harness/process harness/adapter",
    "fixtures/servers": "harness/base harness/model harness/process",
    "fixtures/faults": "harness/base harness/model harness/process",
    "fixtures/probe": "",
    "harness/engine": " ".join("harness/" + room for room in HARNESS_FOR_ENGINE.split())
    + " fixtures/probe fixtures/servers fixtures/faults",
    "harness/cli": " ".join(ROOMS),
    "harness/testing": " ".join(room for room in ROOMS if room != "harness/cli"),
    "harness/bench": " ".join(room for room in ROOMS if room != "harness/cli"),
}
LIBRARIES = {
    "yaml-cpp/yaml.h": ["harness/load"],
    "httplib.h": ["fixtures/servers"],
    "CLI/CLI.hpp": ["harness/cli"],
    "pugixml.hpp": ["reports"],
    "seccomp.h": ["fixtures/faults", "adapters/landlock", "adapters/bubblewrap"],
    "netlink/route/link.h": ["harness/arena"],
    "openssl/evp.h": ["harness/base"],
}


class CheckLayersTest(unittest.TestCase):
    def check(self, files):
        """The exit status and the lines that the script prints for a tree of `files` (path to text)."""
        with tempfile.TemporaryDirectory(prefix="check layers ") as root:
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                status = check_layers.main([root])
            return status, out.getvalue().splitlines()

    def assert_holds(self, path, text):
        self.assertEqual(self.check({path: text}), (0, []))

    def assert_violation(self, path, text, line, *words):
        status, lines = self.check({path: text})
        self.assertEqual((status, len(lines)), (1, 1), lines)
        self.assertTrue(lines[0].startswith(f"{path}:{line}: "), lines[0])
        for word in words:
            self.assertIn(word, lines[0])

    def test_every_pair_of_rooms_is_allowed_or_refused_as_listed(self):
        files, refused = {}, []
        for room in ROOMS:
            for number, target in enumerate(ROOMS):
                path = f"{room}/a{number}.cc"
                files[path] = f'// first\n#include "{target}/x.h"\n'
                if target != room and target not in ALLOWED[room].split():
                    refused.append(f"{path}:2: {room} may not include {target}")
        status, lines = self.check(files)
        self.assertEqual(status, 1)
        self.assertEqual(sorted(line.split(" (")[0] for line in lines), sorted(refused))

    def test_headers_are_held_to_the_same_table(self):
        self.assert_violation("harness/base/a.h", '#include "harness/model/x.h"\n', 1, "nothing of ours")

    def test_a_test_may_include_testing_and_nothing_else_on_top(self):
        for room in ROOMS:
            self.assert_holds(f"{room}/a_test.cc", '#include "harness/testing/x.h"\n')
        self.assert_violation("harness/base/a_test.cc", '#include "harness/model/x.h"\n', 1, "harness/model")
        self.assert_violation("harness/base/a_tests.cc", '#include "harness/testing/x.h"\n', 1, "testing")

    def test_only_tests_include_a_header_of_tests(self):
        self.assert_holds("reports/a_test.cc", '#include "reports/b_test.h"\n')
        self.assert_violation("reports/a.cc", '#include "reports/b_test.h"\n', 1, "only tests")

    def test_a_library_has_one_user(self):
        files, refused = {}, []
        for number, (header, owners) in enumerate(LIBRARIES.items()):
            for room in ROOMS:
                path = f"{room}/a{number}_test.cc"
                files[path] = f"#include <{header}>\n"
                if room not in owners:
                    files[path] += f'#include "{header}"\n'
                    refused += [f"{path}:{line}: only {' and '.join(owners)} may include <{header}>" for line in (1, 2)]
        status, lines = self.check(files)
        self.assertEqual(status, 1)
        self.assertEqual(sorted(lines), sorted(refused))

    def test_other_libraries_are_free(self):
        for header in ("vector", "fmt/format.h", "nlohmann/json.hpp", "gtest/gtest.h", "sys/stat.h"):
            self.assert_holds("harness/judge/a.cc", f"#include <{header}>\n")

    def test_an_unknown_room_is_a_violation(self):
        for path in "a.cc harness/a.cc harness/util/a.h fixtures/a.cc adapters/a.cc scenarios/a.cc".split():
            self.assert_violation(path, "", 1, "no known room")
        self.assert_violation("harness/cli/a.cc", '#include "harness/util/a.h"\n', 1, "no known room")

    def test_folders_below_a_room_belong_to_it(self):
        self.assert_holds("reports/html/a.cc", '#include "reports/x.h"\n')
        self.assert_violation("harness/base/deep/a.cc", '#include "harness/model/x.h"\n', 1, "harness/base")

    def test_an_include_starts_at_the_root(self):
        for name in ("x.h", "base/x.h", "../base/x.h", "./harness/../x.h"):
            self.assert_violation("harness/model/a.cc", f'#include "{name}"\n', 1, "root")
        roundabout = '#include "harness/base/../model/x.h"\n'
        self.assert_violation("harness/base/a.cc", roundabout, 1, "harness/model")

    def test_angle_brackets_and_odd_spelling_hide_nothing(self):
        for text in (
            "#include <harness/model/x.h>",
            '  #  include\t"harness/model/x.h"  // why',
            '#include"harness/model/x.h"',
            '/* why */ #include /* what */ "harness/model/x.h"',
            '#include_next "harness/model/x.h"',
            '#import "harness/model/x.h"',
            '#include "harness/model/x.h"\r',
        ):
            with self.subTest(text=text):
                self.assert_violation("harness/base/a.cc", f"int a = 100'000;\n{text}\n", 2, "harness/model")

    def test_an_include_by_macro_is_a_violation(self):
        self.assert_violation("harness/base/a.cc", "#include HEADER\n", 1, "macro")
        self.assert_violation("harness/base/a.cc", '#include \\\n"harness/model/x.h"\n', 1, "macro")

    def test_comments_and_raw_strings_are_no_includes(self):
        include = '#include "harness/model/x.h"'
        raw = f'auto a = R"(\n{include}\n)";', f'auto a = R"x(\n)"\n{include}\n)x";'
        separators = f"int a = 1'000; /* don't\n{include}\n*/"
        for text in (f"// {include}", f"// \\\n{include}", f"/*\n{include}\n*/", separators, *raw):
            self.assert_holds("harness/base/a.cc", text + "\n")

    def test_what_looks_like_a_comment_in_a_literal_hides_nothing(self):
        for literal in ('"/*"', "'\"'", '"\\"/*"', "'/'", '"a//b"'):
            with self.subTest(literal=literal):
                text = f'auto a = {literal};\n#include "harness/model/x.h"\nauto b = "*/";\n'
                self.assert_violation("harness/base/a.cc", text, 2, "harness/model")

    def test_every_violation_is_named(self):
        status, lines = self.check(
            {
                "harness/base/a.cc": '#include "harness/model/x.h"\n#include "harness/cli/x.h"\n',
                "harness/model/b.h": "#include <httplib.h>\n",
                "harness/model/c.h": '#include "harness/base/x.h"\n',
            }
        )
        self.assertEqual(status, 1)
        self.assertEqual(
            [line.split(" ")[0] for line in lines],
            ["harness/base/a.cc:1:", "harness/base/a.cc:2:", "harness/model/b.h:1:"],
        )

    def test_build_folders_and_hidden_folders_are_left_out(self):
        bad = '#include "harness/cli/x.h"\n'
        good = {"harness/base/a.cc": ""}
        self.assertEqual(self.check({**good, "build/release/x.cc": bad, ".cache/x.cc": bad}), (0, []))
        self.assertEqual(self.check({**good, "harness/build/x.cc": bad})[0], 1)

    def test_nothing_to_check_is_not_green(self):
        status, lines = self.check({"README.md": ""})
        self.assertEqual(status, 2)
        self.assertIn("no source file", lines[0])


if __name__ == "__main__":
    unittest.main()
