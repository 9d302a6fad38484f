#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds fixtures/leaky/expected.txt against what really goes red.

One case more is a false alarm, one fewer a false pass.
"""

import functools
import os
import unittest

from sandproof_command import DOES_NOT_CONFORM, ROOT, CommandTest, run_reported, scenarios_of, through, verdicts

LEAKY = ROOT / "fixtures" / "leaky"
EXPECTED = LEAKY / "expected.txt"
ACCOUNTS = ("root", "user")
ALL_OTHERS = "*"
PACKS = ("core", "isolation")
SURFACES = ("exec", "shell")


@functools.cache
def packs_run(adapter):
    return run_reported(*scenarios_of(*PACKS), *through(*SURFACES), "--adapter", adapter)


def expected(listing=EXPECTED):
    """Programs to scenarios to (verdict, failure), as the list has them for whoever runs this."""
    me = "user" if os.geteuid() else "root"
    table = {}
    for number, line in enumerate(listing.read_text().splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        only = words.pop() if words[-1] in ACCOUNTS else me
        program, scenario, verdict, *failure = words
        if only != me:
            continue
        red = table.setdefault(program, {})
        if scenario in red or len(failure) > 1:
            raise AssertionError(f"{listing.name}:{number}: it stands twice, or has words too many")
        red[scenario] = (verdict, failure[0] if failure else None)
    return table


def red_of(report):
    return {case: verdict for case, verdict in verdicts(report).items() if verdict[0] != "PASS"}


def red_by_list(listed, report):
    """What the list says of each case of the report, green ones left out."""
    red = {case["id"]: listed.get(case["scenario"], listed.get(ALL_OTHERS)) for case in report["cases"]}
    return {case: verdict for case, verdict in red.items() if verdict and verdict[0] != "PASS"}


class LeakyTest(CommandTest):
    maxDiff = None

    def assert_red_as_listed(self, program):
        outcome, report = packs_run(f"bubblewrap:path={LEAKY / program}")
        self.assert_status(outcome, DOES_NOT_CONFORM)
        self.assertEqual({case["surface"] for case in report["cases"]}, set(SURFACES))
        self.assertEqual(red_of(report), red_by_list(expected()[program], report))

    def test_each_leaky_sandbox_is_red_where_the_list_says_so_and_nowhere_else(self):
        for program in sorted(path.name for path in LEAKY.glob("bwrap-*")):
            with self.subTest(program):
                self.assert_red_as_listed(program)

    def test_the_sandbox_without_a_leak_is_not_red(self):
        self.assertEqual(red_of(packs_run("bubblewrap")[1]), {})


class ListTest(CommandTest):
    def test_every_program_is_listed(self):
        self.assertEqual(set(expected()), {path.name for path in LEAKY.glob("bwrap-*")})

    def test_every_scenario_that_is_listed_is_one_of_the_packs(self):
        known = {case["scenario"] for case in packs_run("bubblewrap")[1]["cases"]} | {ALL_OTHERS}
        for program, red in expected().items():
            with self.subTest(program):
                self.assertEqual(set(red) - known, set())


if __name__ == "__main__":
    unittest.main()
