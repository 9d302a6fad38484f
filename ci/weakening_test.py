#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks every sandbox in every way that its adapter names, and expects that somebody notices.

A sandbox that is broken on purpose and stays green would be a false pass of every run against it.
"""

import json
import unittest

from sandproof_command import DOES_NOT_CONFORM, CommandTest, sandproof

CONTROLS = ("noop", "void")


def sandboxes():
    adapters = json.loads(sandproof("list", "adapters", "--json").out)
    return [one for one in adapters if one["available"] and one["name"] not in CONTROLS]


def weakened(spec, name):
    return f"{spec}{',' if ':' in spec else ':'}weaken={name}"


class WeakeningTest(CommandTest):
    def test_each_way_to_break_a_sandbox_turns_the_case_red_that_is_named_for_it(self):
        for sandbox in sandboxes():
            self.assertGreaterEqual(len(sandbox["weakenings"]), 5, sandbox["name"])
            for weakening in sandbox["weakenings"]:
                spec = weakened(sandbox["name"], weakening["name"])
                with self.subTest(spec):
                    outcome = sandproof("run", weakening["caught_by"], "--surface", weakening["caught_on"], "--adapter", spec,
                                        "--report", "json")
                    self.assert_status(outcome, DOES_NOT_CONFORM)
                    case, = json.loads(outcome.out)["cases"]
                    self.assertIn(case["verdict"], ("FAIL", "WEAKENED"), case["reason"])

    def test_without_the_sandbox_every_case_that_forbids_something_turns_red(self):
        packs = ("core", "isolation", "lifecycle", "surfaces", "fidelity", "network", "resources")
        outcome = sandproof("run", *packs, "--adapter", "bubblewrap:weaken=run-unconfined", "--report", "json",
                            *(word for surface in ("exec", "pty", "background", "tool")
                              for word in ("--surface", surface)), patience=600)
        forbidding = 0
        for case in json.loads(outcome.out)["cases"]:
            expected = [step["expect"] for step in case["steps"]]
            if case["verdict"] == "UNSUPPORTED" or not any(word.startswith(("denied", "absent", "refused")) for word in expected):
                continue
            forbidding += 1
            with self.subTest(case["id"]):
                self.assertIn(case["verdict"], ("FAIL", "WEAKENED"), case["reason"])
        self.assertGreater(forbidding, 300)

    def test_a_name_that_breaks_nothing_is_refused_with_those_that_do(self):
        self.assert_refused(sandproof("run", "--adapter", "landlock:weaken=share-netwrok"), "share-network")


if __name__ == "__main__":
    unittest.main()
