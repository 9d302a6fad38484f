#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the command says to words that it cannot follow: the right exit status, the place and the remedy."""

import os
import unittest

import sandproof_command
from sandproof_command import NOT_VERIFIED, SCENARIOS, USAGE, CommandTest, sandproof

ONE = "network/deny-http-by-name"


def run(*words, adapter="noop"):
    return ("run", "--adapter", adapter, *words)


# What was typed, and what the answer must name.
UNKNOWN_WORDS = (
    (("frobnicate",), "ubcommand"),
    ((), "ubcommand", "--help"),
    (run("--frobnicate"), "--frobnicate", "--help"),
    (run("--adapter"), "--adapter"),
    (("list", "frobs"), "frobs", "scenarios", "adapters"),
    (("explain", "only-one-word"), "CASE", "required"),
    (run("--arena", "cellar"), "cellar", "private", "host"),
    (run("--color", "blue"), "blue", "always"),
)

ADAPTERS = (
    (run(adapter="noopp"), "unknown adapter 'noopp'", "did you mean 'noop'", "bubblewrap, codex, container, deno, firejail, landlock"),
    (run(adapter="bublewrap"), "unknown adapter 'bublewrap'", "did you mean 'bubblewrap'"),
    (run(adapter=""), "unknown adapter ''", "bubblewrap, codex, container, deno, firejail, landlock"),
    (run(adapter="noop:path=/x"), "noop", "no options"),
    (run(adapter="void:x=1"), "void", "no options"),
    (run(adapter="bubblewrap:"), "name:key=value"),
    (run(adapter="bubblewrap:/usr/bin/bwrap"), "name:key=value"),
    (run(adapter="bubblewrap:pth=/usr/bin/bwrap"), "'pth'", "path"),
    (run(adapter="bubblewrap:path=/a,path=/b"), "'path'", "twice"),
    (run(adapter="bubblewrap:path=bwrap"), "'bwrap'", "absolute"),
    (run(adapter="bubblewrap:path=./bwrap"), "'./bwrap'", "absolute"),
    (run(adapter="bubblewrap:path="), "absolute"),
    (("doctor", "--adapter", "noopp"), "unknown adapter 'noopp'", "did you mean 'noop'"),
)

NOTHING_CHOSEN = (
    (run("cor"), "'cor'", "did you mean 'core'"),
    (run("network/deny-http-by-nam"), "'network/deny-http-by-nam'", f"did you mean '{ONE}'"),
    (run("filesystem"), "'filesystem'", "did you mean 'filesystem/*'"),
    (run(""), "''"),
    (run("nothing/*"), "'nothing/*'"),
    (run(ONE, "network/deny-http-by-nam"), "did you mean 'network/deny-http-by-name'"),
    (run("--filter", "nothing*"), "no case is left", "filter"),
    (run(ONE, "--filter", "*@file"), "no case is left", "filter"),
    (run(ONE, "--filter", ""), "no case is left", "filter"),
    (run(ONE, "--shard", "99/99"), "no case is left", "shard"),
    (run("--surface", "exe"), "unknown surface 'exe'", "did you mean 'exec'"),
    (run("--surface", "ptty"), "unknown surface 'ptty'"),
    (run("--surface", ""), "unknown surface ''"),
    (run("--scenarios", "/nowhere"), "/nowhere"),
    (run("network/deny-tcp-ipv4", "--filter", "*@exec", "--surface", "shell"), "no case is left", "surface"),
)

NUMBERS = (
    (run(ONE, "--jobs", "-1"), "--jobs", "1 to 256"),
    (run(ONE, "--jobs", "9999"), "--jobs", "1 to 256"),
    (run(ONE, "--jobs", "257"), "--jobs", "1 to 256"),
    (run(ONE, "--jobs", "abc"), "--jobs", "abc"),
    (run(ONE, "--jobs", "1.5"), "--jobs", "1.5"),
    (run(ONE, "--jobs", "99999999999999999999"), "--jobs"),
    (run(ONE, "--shard", "0/2"), "--shard", "I/N", "'0/2'"),
    (run(ONE, "--shard", "3/2"), "--shard", "I/N", "'3/2'"),
    (run(ONE, "--shard", "x"), "--shard", "I/N", "'x'"),
    (run(ONE, "--shard", "1/2x"), "--shard", "I/N", "'1/2x'"),
    (run(ONE, "--shard", "1/0"), "--shard", "I/N", "'1/0'"),
    (run(ONE, "--shard", "-1/2"), "--shard", "I/N", "'-1/2'"),
    (run(ONE, "--shard", "1"), "--shard", "I/N", "'1'"),
)

REPORTS = (
    (run("--report", "jsn"), "unknown report format 'jsn'", "did you mean 'json'", "console, json, junit"),
    (run("--report", ""), "unknown report format ''", "console, json, junit"),
    (run("--report", "json", "--report", "junit"), "only one report", "FORMAT:PATH"),
    (run("--report", "json", "--report", "json"), "only one report", "FORMAT:PATH"),
    (run("--report", "json:"), "json:", "no file"),
    (run("--report", "json:/nowhere/at/all.json"), "/nowhere/at/all.json", "No such file or directory"),
    (run("--report", "json:/"), "cannot write a report to /", "directory", "name a file"),
)

CONTROL_BYTES = (
    (run(adapter="\x1b[31m"), r"\x1b"),
    (run(adapter="noop:\x1b"), r"\x1b"),
    (run(adapter="bubblewrap:path=\x1b"), r"\x1b"),
    (run("\x1b[31m"), r"\x1b"),
    (run("a\nb"), r"\x0a"),
    (run("\udcff"), r"\xff"),
    (run("--surface", "\x1b"), r"\x1b"),
    (run("--shard", "\x1b"), r"\x1b"),
    (run("--report", "\x1b"), r"\x1b"),
    (run("--report", "json:/nowhere\x1b/x"), r"\x1b"),
    (run("--expect", "/nowhere\x1b"), r"\x1b"),
    (run("--scenarios", "/nowhere\x1b"), r"\x1b"),
    (("lint", "/nowhere\x1b"), r"\x1b"),
    (("explain", "/nowhere\x1b", "x"), r"\x1b"),
    (("doctor", "--adapter", "\x1b"), r"\x1b"),
)


class BadWordsTest(CommandTest):
    def refuse_each(self, table):
        for words, *says in table:
            with self.subject(words):
                self.assert_refused(sandproof(*words, cwd=self.folder), *says)

    def test_words_that_it_does_not_know_are_named(self):
        self.refuse_each(UNKNOWN_WORDS)

    def test_an_adapter_that_is_misspelled_or_has_wrong_options_is_named_with_what_is_right(self):
        self.refuse_each(ADAPTERS)

    def test_a_choice_that_leaves_no_case_is_an_error(self):
        self.refuse_each(NOTHING_CHOSEN)

    def test_a_number_out_of_range_is_named_with_the_range(self):
        self.refuse_each(NUMBERS)

    def test_a_report_that_cannot_be_asked_for_is_named_with_the_remedy(self):
        self.refuse_each(REPORTS)

    def test_control_bytes_of_a_word_are_shown_and_never_sent_to_the_terminal(self):
        self.refuse_each(CONTROL_BYTES)

    def test_words_that_it_does_know_are_followed(self):
        """The other polarity: the tables above are no proof where everything is refused."""
        known = (
            ("--version",),
            ("--help",),
            ("run", "--help"),
            ("list", "packs"),
            ("list", "verbs", "--json"),
            ("lint", str(SCENARIOS)),
            run(ONE, "--jobs", "256", "--shard", "1/2", adapter="bubblewrap"),
        )
        for words in known:
            with self.subject(words):
                outcome = sandproof(*words, cwd=self.folder)
                self.assert_status(outcome, 0)
                self.assert_readable(outcome)
                self.assertNotEqual(outcome.out, "")

    def test_run_as_needs_root_and_a_user_that_exists(self):
        outcome = sandproof(*run(ONE, "--run-as", "no-such-user"))
        self.assert_refused(outcome, "--run-as", "root" if os.geteuid() else "'no-such-user'")


class UnavailableAdapterTest(CommandTest):
    """An adapter whose program is not there is not bad input: nothing was verified."""

    def refuse_program(self, path):
        outcome = sandproof(*run(adapter=f"bubblewrap:path={path}"), cwd=self.folder)
        self.assert_status(outcome, NOT_VERIFIED)
        self.assert_readable(outcome)
        self.assert_nothing_green(outcome)
        self.assert_says(outcome.out + outcome.err, ("unavailable", str(path), "remedy", "path="), outcome)

    def test_a_program_that_is_missing_leaves_the_run_not_verified(self):
        self.refuse_program(self.folder / "bwrap")
        self.refuse_program(self.folder / "no folder" / "bwrap")

    def test_a_file_that_is_not_executable_leaves_the_run_not_verified(self):
        self.refuse_program(self.write("bwrap", "#!/bin/sh\n"))

    def test_a_folder_in_place_of_the_program_leaves_the_run_not_verified(self):
        self.refuse_program(self.folder)

    def test_doctor_names_the_remedy(self):
        outcome = sandproof("doctor", "--adapter", "bubblewrap:path=/nowhere/bwrap")
        self.assert_status(outcome, NOT_VERIFIED)
        self.assert_says(outcome.out + outcome.err, ("unavailable", "/nowhere/bwrap", "remedy"), outcome)


class UnwritableReportTest(CommandTest):
    """A report that cannot be written is found out before a run is spent on it."""

    def setUp(self):
        super().setUp()
        # On the host, so that the program that the adapter would start leaves its mark where it can be seen.
        self.mark = self.folder / "was started"
        program = self.write("bwrap", f"#!/bin/sh\n: > '{self.mark}'\nexit 1\n")
        os.chmod(program, 0o755)
        self.folder.chmod(0o777)
        self.run_words = run(ONE, "--arena", "host", adapter=f"bubblewrap:path={program}")

    def refuse(self, report, *says):
        outcome = sandproof(*self.run_words, "--report", f"json:{report}", cwd=self.folder,
                            account=sandproof_command.ordinary_account())
        self.assert_refused(outcome, str(report), *says)
        self.assertFalse(self.mark.exists(), "the sandbox was started for a report that cannot be written")

    def test_a_report_in_a_folder_that_is_not_there_is_refused_before_anything_runs(self):
        self.refuse(self.folder / "nowhere" / "report.json", "No such file or directory")

    def test_a_folder_in_place_of_the_report_is_refused_before_anything_runs(self):
        self.refuse(self.folder, "directory", "name a file")

    def test_a_report_in_a_read_only_folder_is_refused_before_anything_runs(self):
        folder = self.folder / "read only"
        folder.mkdir(mode=0o555)
        self.refuse(folder / "report.json", "Permission denied")
        self.assertEqual(list(folder.iterdir()), [])

    def test_a_read_only_report_is_refused_before_anything_runs_and_stays_as_it_is(self):
        report = self.folder / "report.json"
        report.write_text("old")
        report.chmod(0o444)
        self.refuse(report, "Permission denied")
        self.assertEqual(report.read_text(), "old")

    def test_a_report_that_can_be_written_lets_the_run_begin(self):
        """The other polarity of all of the above."""
        report = self.folder / "report.json"
        outcome = sandproof(*self.run_words, "--report", f"json:{report}", cwd=self.folder,
                            account=sandproof_command.ordinary_account())
        self.assertNotEqual(outcome.status, USAGE, str(outcome))
        self.assertTrue(self.mark.exists() and report.exists(), str(outcome))


if __name__ == "__main__":
    unittest.main()
