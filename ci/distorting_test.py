#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds fixtures/distorting/expected.txt against what really goes red.

One case more is a false alarm, one fewer a false pass.
"""

import unittest

from leaky_test import expected, red_by_list
from sandproof_command import DOES_NOT_CONFORM, ROOT, CommandTest, run_reported, scenarios_of, through, verdicts

DISTORTING = ROOT / "fixtures" / "distorting"
PROGRAMS = sorted(path.name for path in DISTORTING.glob("bwrap-*"))
# What needs a program that this host does not have says nothing about any sandbox.
NOT_RED = ("PASS", "UNSUPPORTED")


def red_of(report):
    return {case: verdict for case, verdict in verdicts(report).items() if verdict[0] not in NOT_RED}


class DistortingTest(CommandTest):
    maxDiff = None

    def test_each_distorting_sandbox_is_red_where_the_list_says_so_and_nowhere_else(self):
        listed = expected(DISTORTING / "expected.txt")
        self.assertEqual(sorted(listed), PROGRAMS)
        for program in PROGRAMS:
            with self.subTest(program):
                outcome, report = run_reported(*scenarios_of("fidelity"), *through("exec", "shell"), "--adapter", f"bubblewrap:path={DISTORTING / program}")
                self.assert_status(outcome, DOES_NOT_CONFORM)
                run = {case["id"] for case in report["cases"] if case["verdict"] != "UNSUPPORTED"}
                wanted = {case: verdict for case, verdict in red_by_list(listed[program], report).items() if case in run}
                self.assertEqual(red_of(report), wanted)

    def test_the_sandboxes_without_a_distortion_are_not_red(self):
        for adapter in ("bubblewrap", "landlock"):
            with self.subTest(adapter):
                self.assertEqual(red_of(run_reported(*scenarios_of("fidelity"), *through("exec", "shell"), "--adapter", adapter)[1]), {})


if __name__ == "__main__":
    unittest.main()
