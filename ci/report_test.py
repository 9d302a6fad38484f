#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a run leaves in writing: valid, complete, explainable, and true when it is tried again."""

import collections
import hashlib
import json
import os
import pathlib
import subprocess
import unittest
import xml.etree.ElementTree

from sandproof_command import BINARY, CONFORMS, NOT_VERIFIED, PATIENCE, ROOT
from sandproof_command import CommandTest, environment, pack_run, run_reported, sandproof, verdicts

FORMAT = "sandproof.report/1"
SCHEMA = ROOT / "reports" / "schema" / "report.schema.json"
RED_FOR_JUNIT = {"FAIL": "failure", "WEAKENED": "failure", "INCONCLUSIVE": "error", "UNSUPPORTED": "skipped"}
ADAPTERS = ("noop", "void", "bubblewrap")


class JsonReportTest(CommandTest):
    def test_a_report_is_valid_by_its_schema(self):
        try:
            from jsonschema import Draft7Validator
        except ImportError:
            self.skipTest("the Python package jsonschema is missing (Debian: python3-jsonschema)")
        schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
        Draft7Validator.check_schema(schema)
        for adapter in ADAPTERS:
            with self.subTest(adapter):
                errors = Draft7Validator(schema).iter_errors(pack_run(adapter)[1])
                self.assertEqual([error.message for error in errors], [])

    def test_the_summary_counts_the_cases_and_the_exit_status_is_the_one_of_the_command(self):
        for adapter in ADAPTERS:
            with self.subTest(adapter):
                outcome, report = pack_run(adapter)
                counted = collections.Counter(case["verdict"] for case in report["cases"])
                self.assertEqual({name: count for name, count in report["summary"].items() if count}, counted)
                self.assertEqual(report["exit_status"], outcome.status)
                self.assertIs(report["conforms"], outcome.status == CONFORMS)
                self.assertEqual(report["pack"]["executed"], len(report["cases"]))
                self.assertEqual(len({case["id"] for case in report["cases"]}), len(report["cases"]))

    def test_the_report_names_the_digest_of_what_ran_as_the_sandbox(self):
        component = pack_run("bubblewrap")[1]["adapter"]["components"][0]
        digest = hashlib.sha256(pathlib.Path(component["path"]).read_bytes()).hexdigest()
        self.assertEqual(component["sha256"], digest)


class JunitReportTest(CommandTest):
    def read(self, *words):
        junit, whole = self.folder / "junit.xml", self.folder / "report.json"
        outcome = sandproof("run", *words, "--report", f"junit:{junit}", "--report", f"json:{whole}")
        return outcome, json.loads(whole.read_text()), xml.etree.ElementTree.parse(junit).getroot()

    def assert_counts(self, root, report):
        """Every count is the number of the elements below it, and the cases are those of the report."""
        for suite in root.iter():
            if suite.tag not in ("testsuites", "testsuite"):
                continue
            self.assertEqual(int(suite.get("tests")), len(list(suite.iter("testcase"))))
            for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(int(suite.get(attribute)), len(list(suite.iter(tag))), attribute)
        found = {case.get("name"): [child.tag for child in case] for case in root.iter("testcase")}
        for case_id, (verdict, _) in verdicts(report).items():
            expected = [RED_FOR_JUNIT[verdict]] if verdict in RED_FOR_JUNIT else []
            self.assertEqual(found[case_id], expected, case_id)

    def test_the_counts_are_right_where_all_is_red_and_where_all_is_green(self):
        for adapter in ADAPTERS:
            with self.subTest(adapter):
                _, report, root = self.read("core", "--adapter", adapter)
                self.assert_counts(root, report)
                self.assertEqual(int(root.get("tests")), len(report["cases"]))

    def test_a_run_that_is_not_verified_is_red_for_readers_of_junit_too(self):
        for words in (("core", "--adapter", "bubblewrap", "--filter", "network/*"),
                      ("core", "--adapter", "bubblewrap:path=/nowhere/bwrap")):
            with self.subTest(words):
                outcome, report, root = self.read(*words)
                self.assert_status(outcome, NOT_VERIFIED)
                self.assert_counts(root, report)
                self.assertEqual(int(root.get("errors")), 1)


class ExplainTest(CommandTest):
    def test_each_red_case_is_explained_with_the_witness_that_saw_it(self):
        _, report = pack_run("noop")
        path = self.write("report.json", json.dumps(report))
        red = [case for case in report["cases"] if case["verdict"] != "PASS"]
        self.assertGreater(len(red), 50)
        for case in red:
            with self.subTest(case["id"]):
                outcome = sandproof("explain", path, case["id"])
                self.assert_status(outcome, CONFORMS)
                self.assert_readable(outcome)
                witness = next(step for step in case["steps"] if step["verdict"] != "PASS")["witnesses"][0]
                told = (case["id"], case["verdict"], witness["name"], witness["detail"], case["reproduce"])
                self.assert_says(outcome.out, told, outcome)


class ReproduceTest(CommandTest):
    def test_the_reproduce_lines_of_red_cases_give_the_same_verdict_again(self):
        _, report = pack_run("noop")
        red = [case for case in report["cases"] if case["verdict"] != "PASS"]
        path = os.path.dirname(BINARY) + os.pathsep + os.environ.get("PATH", os.defpath)
        for case in red[:3]:
            with self.subTest(case["reproduce"]):
                line = case["reproduce"] + f" --report 'json:{self.folder}/again.json'"
                where = {"cwd": self.folder, "env": environment(PATH=path), "stdin": subprocess.DEVNULL}
                subprocess.run(["bash", "-c", line], **where, capture_output=True, timeout=PATIENCE)
                again = json.loads((self.folder / "again.json").read_text())
                self.assertEqual(verdicts(again), {case["id"]: (case["verdict"], case["failure"])})
                self.assertEqual(again["cases"][0]["reproduce"], case["reproduce"])

    def test_the_line_of_a_sandbox_with_an_odd_path_can_be_pasted(self):
        program = self.write("it's, \"odd\" $HOME/bwrap", '#!/bin/sh\n[ "$1" = --version ] || exit 1\n')
        os.chmod(program, 0o755)
        adapter = f"bubblewrap:path={program}"
        _, report = run_reported("network/deny-tcp-ipv4", "--surface", "exec", "--adapter", adapter)
        shown = ["bash", "-c", "printf '%s\\n' " + report["cases"][0]["reproduce"]]
        printed = subprocess.run(shown, capture_output=True, check=True, text=True).stdout.splitlines()
        self.assertIn(adapter, printed)


class ReportFileTest(CommandTest):
    WORDS = ("run", "network/deny-tcp-ipv4", "--surface", "exec", "--adapter", "noop")

    def test_a_report_takes_the_place_of_an_older_one_as_a_whole(self):
        path = self.write("report.json", "x" * 1_000_000)
        sandproof(*self.WORDS, "--report", f"json:{path}")
        self.assertEqual(json.loads(pathlib.Path(path).read_text())["format"], FORMAT)
        self.assertEqual(os.listdir(self.folder), ["report.json"])

    def test_a_report_goes_where_a_link_leads(self):
        (self.folder / "link.json").symlink_to("target.json")
        sandproof(*self.WORDS, "--report", f"json:{self.folder}/link.json")
        self.assertTrue((self.folder / "link.json").is_symlink())
        self.assertEqual(json.loads((self.folder / "target.json").read_text())["format"], FORMAT)

    def test_several_reports_of_one_run_tell_the_same(self):
        files = {"a": "json", "b": "json", "c": "console"}
        reports = [f"--report={kind}:{self.folder}/{name}" for name, kind in files.items()]
        outcome = sandproof(*self.WORDS, *reports)
        a, b, c = ((self.folder / name).read_text() for name in files)
        self.assertEqual(a, b)
        self.assertEqual(c, outcome.out)

    def test_a_report_that_finds_the_disk_full_is_told_and_not_green(self):
        green = ("run", "network/deny-tcp-ipv4", "--adapter", "bubblewrap")
        self.assert_status(sandproof(*green), CONFORMS)
        outcome = sandproof(*green, "--report", "json:/dev/full")
        self.assert_status(outcome, NOT_VERIFIED)
        self.assert_says(outcome.err, ("No space left",), outcome)

    def test_a_refused_report_leaves_the_others_untouched(self):
        path = self.write("report.json", "old")
        outcome = sandproof(*self.WORDS, "--report", f"json:{path}", "--report", "junit:/nowhere/at/all.xml")
        self.assert_refused(outcome, "/nowhere/at/all.xml")
        self.assertEqual(pathlib.Path(path).read_text(), "old")


if __name__ == "__main__":
    unittest.main()
