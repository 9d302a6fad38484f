#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is typed is taken for what it says: names before folders, numbers in range, a file for each report."""

import unittest

from sandproof_command import CONFORMS, CommandTest, run_reported, sandproof, scenario

ONE = "network/deny-tcp-ipv4"


class PackNameTest(CommandTest):
    """A checkout that could choose what its own gate runs would turn the gate green."""

    def test_a_folder_that_is_named_like_the_pack_does_not_take_its_place(self):
        self.write("core/trivial.yaml", scenario())
        for what in (("core",), ()):
            with self.subTest(what):
                _, report = run_reported(*what, "--adapter", "bubblewrap", cwd=self.folder)
                self.assertEqual(report["pack"]["name"], "core")
                self.assertGreater(report["pack"]["required"], 100)

    def test_a_core_dump_in_the_working_directory_does_no_harm(self):
        self.write("core", b"\x7fELF")
        self.assert_status(sandproof("run", "--adapter", "bubblewrap", cwd=self.folder), CONFORMS)


class UsageTest(CommandTest):
    def test_control_bytes_of_an_unknown_word_are_shown_and_never_sent_to_the_terminal(self):
        run = ("run", "--adapter", "noop")
        for words in (
            (*run, "--\x1b[31m"),
            (*run, "--jobs", "\x1b[31m"),
            (*run, "--arena", "\x1b[31m"),
            (*run, "--color", "\x1b[31m"),
            ("list", "\x1b[31m"),
            ("list", "verbs", "\x1b[31m"),
        ):
            with self.subject(words):
                self.assert_refused(sandproof(*words))

    def test_no_workers_are_refused(self):
        self.assert_refused(sandproof("run", ONE, "--adapter", "noop", "--jobs", "0"), "--jobs", "1 to 256")

    def test_a_shard_out_of_range_is_refused_and_not_cut_down(self):
        # In 32 bits this would be 1/2.
        shard = ("--shard", "4294967297/4294967298")
        self.assert_refused(sandproof("run", ONE, "--adapter", "noop", *shard), "--shard")

    def test_two_reports_in_one_file_are_refused(self):
        path = self.folder / "report"
        reports = (f"--report=json:{path}", f"--report=junit:{path}")
        self.assert_refused(sandproof("run", ONE, "--adapter", "noop", *reports), str(path))


if __name__ == "__main__":
    unittest.main()
