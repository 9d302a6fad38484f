#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the command says to files that are no good: scenarios, expectations, reports to explain."""

import json
import os
import time
import unittest

import sandproof_command
from sandproof_command import CONFORMS, ROOT, CommandTest, sandproof, scenario

APPROVED_REPORT = ROOT / "reports" / "approved" / "report.json"
GOOD = scenario()
STEP = "file.write: ${workspace}/alive.txt\n    expect: allowed"
NAME_RULE = "only letters, digits and '.', '_', '-', '/'"


def alias_bomb():
    """Nine aliases a line: expanded, it would hold 9 ** 20 texts."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 21)]
    return "\n".join(lines) + "\n"


# A file's content, and what the answer must hold; {} stands for the file's path.
BAD_SCENARIOS = {
    "an empty file": ("", "{}:1:1: ", "mapping", "empty"),
    "a file of comments": ("# nothing\n", "{}:", "mapping"),
    "a text": ("hello\n", "{}:1:1: ", "mapping"),
    "a list": ("- title: x\n", "{}:1:1: ", "mapping"),
    "YAML that never ends": ("title: [a\nwhy: b\n", "{}:", "not valid YAML"),
    "a tab that indents": ("title: x\nsteps:\n\t- a\n", "{}:3:", "YAML"),
    "an unquoted variable in brackets": (
        scenario(head="policy:\n  filesystem: {deny: [${home}/x]}\n"),
        "{}:4:",
        "quoted",
    ),
    "a key that stands twice": ("title: b\n" + GOOD, "{}:2:1: ", "'title'", "twice"),
    "an unknown key": (GOOD.replace("why:", "wy:"), "{}:2:1: ", "unknown key 'wy'", "did you mean 'why'"),
    "a missing key": (GOOD.replace("why: To try the command with.\n", ""), "{}:1:1: ", "'why' is missing"),
    "an unknown key of the policy": (
        scenario(head="policy:\n  netwrk: none\n"),
        "{}:4:3: ",
        "'netwrk'",
        "did you mean 'network'",
    ),
    "an unknown verb": (
        GOOD.replace("file.write", "file.wite"),
        "{}:4:5: ",
        "unknown verb 'file.wite'",
        "did you mean 'file.write'",
    ),
    "an unknown expectation": (
        GOOD.replace("allowed", "alowed"),
        "{}:5:13: ",
        "'alowed'",
        "did you mean 'allowed'",
    ),
    "an undefined variable": (
        GOOD.replace("workspace}", "workspac}"),
        "{}:4:17: ",
        "'${workspac}' is not defined",
        "did you mean 'workspace'",
    ),
    "a variable without its end": (GOOD.replace("workspace}", "workspace"), "{}:4:17: ", "}"),
    "a relative path": (GOOD.replace("${workspace}/", ""), "{}:4:17: ", "path"),
    "a denial without a control": (GOOD.replace("allowed", "denied"), "{}:", "allowed"),
    "no step": ("title: T\nwhy: W\nsteps: []\n", "{}:3:8: ", "steps"),
    "an unknown surface": (scenario(head="surfaces: [exe]\n"), "{}:3:12: ", "'exe'", "did you mean 'exec'"),
    "a duration without a unit": (scenario(head="timeout: 10\n"), "{}:3:10: ", "timeout"),
    "an anchor": (GOOD.replace("title: ", "title: &a "), "{}:1:", "anchor"),
    "a tag": (GOOD.replace("title: ", "title: !!binary "), "{}:1:", "tag"),
    "a second document": (GOOD + "---\n" + GOOD, "{}:", "second document"),
    "a NUL byte": (GOOD.replace("title: ", "title: \0"), "{}:"),
    "bytes that are no UTF-8": (GOOD.encode().replace(b"title: ", b"title: \xff\xfe"), "{}:1:8: ", "UTF-8"),
    "300 KiB": (GOOD + "#" + "x" * (300 << 10) + "\n", "{}:", "262144 bytes"),
    "ten thousand brackets": ("title: " + "[" * 10_000 + "\n", "{}:1:", "deep"),
    "control bytes": ('"\\e[31m\x9b": a\n', "{}:1:1: ", "unknown key", r"\x1b"),
}

# A file's name, and what the answer must show of it.
ODD_NAMES = {
    "a b.yaml": "a b.yaml",
    "it's.yaml": "it's.yaml",
    'a"b.yaml': 'a"b.yaml',
    "$(reboot).yaml": "$(reboot).yaml",
    "a\nb.yaml": r"a\x0ab.yaml",
    "a\x1b[31mb.yaml": r"a\x1b[31mb.yaml",
    "a\udcffb.yaml": r"a\xffb.yaml",
    "\u202eb.yaml": ".yaml",
}

DENIED = "network/deny-tcp-ipv4"
ENTRY = f"- case: {DENIED}@exec\n  verdict: FAIL\n  text: t\n  reason: r\n  link: l\n"
BAD_EXPECTATIONS = {
    "a mapping": ("case: x\n", "{}:1:1: ", "list"),
    "YAML that never ends": ("- [a\n", "{}:", "not valid YAML"),
    "an unknown key": (ENTRY + "  resaon: r\n", "{}:6:3: ", "'resaon'", "did you mean 'reason'"),
    "a missing reason": (ENTRY.replace("  reason: r\n", ""), "{}:1:", "reason", "missing"),
    "a missing link": (ENTRY.replace("  link: l\n", ""), "{}:1:", "link", "missing"),
    "a verdict that cannot be expected": (ENTRY.replace("FAIL", "PASS"), "{}:2:12: ", "FAIL, WEAKENED"),
    "an unknown surface": (ENTRY.replace("@exec", "@exe"), "{}:1:9: ", "'exe'", "did you mean 'exec'"),
    "a case that stands twice": (ENTRY + ENTRY, "{}:6:", "twice"),
}


class ScenarioFileTest(CommandTest):
    def refuse(self, path, *says):
        """Both commands that read scenarios refuse it with the same words."""
        for words in (("lint", path), ("run", path, "--adapter", "noop")):
            outcome = sandproof(*words, cwd=self.folder)
            self.assert_refused(outcome, *[word.replace("{}", path) for word in says])

    def test_a_bad_scenario_is_refused_with_the_line_and_the_remedy(self):
        for what, (content, *says) in BAD_SCENARIOS.items():
            with self.subTest(what):
                self.refuse(self.write("bad.yaml", content), *says)

    def test_a_good_scenario_is_taken(self):
        """The other polarity of the table: what its rows are made from is good."""
        path = self.write("good.yaml", GOOD)
        self.assert_status(sandproof("lint", path), CONFORMS)
        self.assert_status(sandproof("run", path, "--adapter", "bubblewrap"), CONFORMS)

    def test_an_alias_bomb_is_refused_quickly(self):
        path = self.write("bomb.yaml", alias_bomb())
        began = time.monotonic()
        self.refuse(path, "{}:2:", "alias", "not allowed")
        self.assertLess(time.monotonic() - began, 60)

    def test_a_bad_file_beside_good_ones_keeps_all_of_them_from_running(self):
        self.write("a.yaml", GOOD)
        bad = self.write("b.yaml", GOOD.replace("file.write", "file.wite"))
        self.refuse(str(self.folder), f"{bad}:4:5: ", "did you mean 'file.write'")

    def test_every_problem_of_a_file_is_told_at_once(self):
        path = self.write("bad.yaml", GOOD.replace("why:", "wy:").replace("file.write", "file.wite"))
        self.refuse(path, "{}:2:1: ", "{}:4:5: ")

    def test_a_file_that_is_not_there_is_named(self):
        self.refuse(str(self.folder / "missing.yaml"), "{}", "No such file or directory")

    def test_a_folder_is_a_folder_of_scenarios_whatever_its_name(self):
        folder = self.folder / "folder.yaml"
        folder.mkdir()
        self.refuse(str(folder), "{}", "no file below this folder ends with .yaml")
        self.write("folder.yaml/good.yaml", GOOD)
        self.assert_status(sandproof("lint", str(folder)), CONFORMS)

    def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(self):
        path = self.folder / "pipe.yaml"
        os.mkfifo(path)
        self.refuse(str(path), "{}", "not a regular file")

    def test_an_unreadable_file_is_named(self):
        path = self.write("secret.yaml", GOOD)
        os.chmod(path, 0o200)
        for what in (path, str(self.folder)):
            account = sandproof_command.ordinary_account()
            outcome = sandproof("run", what, "--adapter", "noop", account=account)
            self.assert_refused(outcome, path, "Permission denied")

    def test_a_file_name_that_no_id_can_hold_is_refused_and_shown(self):
        for name, shown in ODD_NAMES.items():
            with self.subTest(ascii(name)):
                path = self.write(name, GOOD)
                self.refuse(path, shown, NAME_RULE)
                os.unlink(path)

    def test_a_folder_of_any_name_can_hold_scenarios(self):
        for name in ("a b", "it's", 'a"b', "a\nb", "a\udcffb", "a\x1b[31mb"):
            with self.subTest(ascii(name)):
                path = self.write(os.path.join(name, "good.yaml"), GOOD)
                outcome = sandproof("run", path, "--adapter", "bubblewrap")
                self.assert_status(outcome, CONFORMS)
                self.assert_readable(outcome)

    def test_control_bytes_of_a_scenario_reach_no_report(self):
        path = self.write("loud.yaml", GOOD.replace("A write", '"\\e[31m\\x9b').replace("works", 'works"', 1))
        for words in ((), ("--report", "json"), ("--report", "junit"), ("--color", "never")):
            outcome = sandproof("run", path, "--adapter", "void", *words)
            self.assert_readable(outcome)
            self.assert_nothing_green(outcome)


class ExpectationsFileTest(CommandTest):
    def refuse(self, path, *says):
        outcome = sandproof("run", DENIED, "--adapter", "noop", "--expect", path, cwd=self.folder)
        self.assert_refused(outcome, *[word.replace("{}", path) for word in says])

    def test_a_bad_expectations_file_is_refused_with_the_line_and_the_remedy(self):
        for what, (content, *says) in BAD_EXPECTATIONS.items():
            with self.subTest(what):
                self.refuse(self.write("expectations.yaml", content), *says)

    def test_an_expectations_file_that_is_not_there_is_named(self):
        self.refuse(str(self.folder / "missing.yaml"), "{}", "No such file or directory")
        self.refuse(str(self.folder), "{}", "directory")

    def test_an_entry_for_a_scenario_that_there_is_not_is_red(self):
        path = self.write("expectations.yaml", ENTRY.replace("deny-tcp-ipv4", "deny-nothing"))
        outcome = sandproof("run", DENIED, "--adapter", "bubblewrap", "--expect", path)
        self.assert_status(outcome, 1)
        self.assert_says(outcome.out, ("STALE", "network/deny-nothing", f"{path}:1"), outcome)

    def test_a_known_failure_that_passes_is_red(self):
        path = self.write("expectations.yaml", ENTRY)
        outcome = sandproof("run", DENIED, "--adapter", "bubblewrap", "--expect", path)
        self.assert_status(outcome, 1)
        self.assert_says(outcome.out, ("XPASS", f"{DENIED}@exec"), outcome)

    def test_a_known_failure_needs_its_text_to_be_green(self):
        for text, status in (("server ledger", CONFORMS), ("something else", 1)):
            with self.subTest(text):
                path = self.write("expectations.yaml", ENTRY.replace("text: t", f"text: {text}"))
                what = (DENIED, "network/allow-http-when-open", "--surface", "exec")
                outcome = sandproof("run", *what, "--adapter", "noop", "--expect", path)
                self.assert_status(outcome, status)


class ExplainTest(CommandTest):
    CASE = f"{DENIED}@exec"

    def refuse(self, content, case, *says):
        path = self.write("report.json", content)
        self.assert_refused(sandproof("explain", path, case), *says)

    def test_a_report_that_is_not_there_is_named(self):
        path = str(self.folder / "missing.json")
        self.assert_refused(sandproof("explain", path, self.CASE), path, "No such file or directory")
        self.assert_refused(sandproof("explain", str(self.folder), self.CASE), str(self.folder), "directory")

    def test_a_file_that_is_no_report_is_refused_with_the_way_to_one(self):
        whole = APPROVED_REPORT.read_text()
        half = whole[: len(whole) // 2]
        others = ('{"format": "other/1"}', '{"format": "sandproof.report/1"}')
        for content in ("", "hello", half, "{}", "[]", "null", "[" * 1_000_000, b"\xff\xfe{}", *others):
            with self.subTest(content[:20]):
                self.refuse(content, self.CASE, "--report json:PATH")

    def test_a_report_with_any_part_missing_or_of_another_type_does_no_harm(self):
        report = json.loads(APPROVED_REPORT.read_text())
        case = report["cases"][0]
        for key in case:
            for broken in ({k: v for k, v in case.items() if k != key}, case | {key: 7}):
                with self.subTest(key=key, missing=key not in broken):
                    path = self.write("report.json", json.dumps(report | {"cases": [broken]}))
                    outcome = sandproof("explain", path, case["id"])
                    self.assertIn(outcome.status, (CONFORMS, sandproof_command.USAGE), str(outcome))
                    self.assert_readable(outcome)

    def test_a_case_that_the_report_does_not_have_is_named_with_the_nearest(self):
        report = json.loads(APPROVED_REPORT.read_text())
        known = report["cases"][0]["id"]
        whole = APPROVED_REPORT.read_text()
        self.refuse(whole, known[:-1], f"'{known[:-1]}'", f"did you mean '{known}'")
        self.refuse(whole, known.split("@")[0], "name a surface", known)
        self.refuse(whole, "something/else@exec", "'something/else@exec'", "such as")
        self.refuse(whole, "\x1b[31m", r"\x1b")

    def test_a_case_that_the_report_has_is_explained(self):
        known = json.loads(APPROVED_REPORT.read_text())["cases"][0]["id"]
        outcome = sandproof("explain", str(APPROVED_REPORT), known)
        self.assert_status(outcome, CONFORMS)
        self.assertIn(known, outcome.out)


if __name__ == "__main__":
    unittest.main()
