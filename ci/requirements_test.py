#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scenarios/REQUIREMENTS.md and the public failures of scenarios/README.md claim is what the scenarios are."""

import fnmatch
import json
import re
import unittest

from sandproof_command import CONFORMS, SCENARIOS, sandproof

REQUIREMENTS = SCENARIOS / "REQUIREMENTS.md"
FORMAT = SCENARIOS / "README.md"

REQUIRED = [f"A{number}" for number in range(1, 17)] + [f"C{number}" for number in range(1, 14)]
BEYOND = "beyond"
# What scenarios have to prove today; a row of any other may say what it still waits for.
PROVEN = [f"A{number}" for number in range(1, 17)] + ["C1", "C2", "C3", "C5", "C6", "C8", "C9", "C10"]

QUOTED = re.compile(r"`([^`]+)`")
# CVE-2024-34346, owner/repository#1, owner/repository@abcdef0: as the last is short for a URL below https://github.com/.
ISSUE = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")
COMMIT = re.compile(r"([\w.-]+/[\w.-]+)@([0-9a-f]{7,40})")


def scenarios():
    """Ids to what `sandproof list scenarios` says of each."""
    listed = sandproof("list", "scenarios", "--json", "--scenarios", str(SCENARIOS))
    if listed.status != CONFORMS:
        raise AssertionError(str(listed))
    return {one["id"]: one for one in json.loads(listed.out)}


def rows(text):
    """The cells of each table row, without heads and rules."""
    lines = [line.strip() for line in text.splitlines()]
    for before, line in zip(lines, lines[1:] + [""]):
        if before.startswith("|") and not before.startswith("|---") and not line.startswith("|---"):
            yield [cell.strip() for cell in before.strip("|").split("|")]


def section(text, title):
    """What stands under a heading of the second level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise AssertionError(f"there is no section {title}")
    return found.group(1)


def is_reference(reference, ref):
    """Whether `ref`, as it stands in a scenario, is the reference, as the table spells it in short."""
    if found := ISSUE.fullmatch(reference):
        return ref in (f"https://github.com/{found[1]}/{kind}/{found[2]}" for kind in ("issues", "pull"))
    if found := COMMIT.fullmatch(reference):
        return ref == f"https://github.com/{found[1]}/commit/{found[2]}"
    return ref == reference


class RequirementsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scenarios = scenarios()
        cls.rows = {cells[0]: cells for cells in rows(REQUIREMENTS.read_text(encoding="utf-8"))}

    def named_by(self, row):
        """The ids that the patterns of a row match."""
        return {one for pattern in QUOTED.findall(self.rows[row][2]) for one in fnmatch.filter(self.scenarios, pattern)}

    def test_every_requirement_has_one_row_and_no_other_row_is_there(self):
        listed = [cells[0] for cells in rows(REQUIREMENTS.read_text(encoding="utf-8"))]
        self.assertEqual(listed, [*REQUIRED, BEYOND])

    def test_every_pattern_matches_a_scenario(self):
        for row, cells in self.rows.items():
            for pattern in QUOTED.findall(cells[2]):
                with self.subTest(row=row, pattern=pattern):
                    self.assertTrue(fnmatch.filter(self.scenarios, pattern))

    def test_a_requirement_is_proven_by_scenarios_or_says_what_it_waits_for(self):
        for row, cells in self.rows.items():
            with self.subTest(row=row):
                if row in PROVEN:
                    self.assertTrue(self.named_by(row))
                elif not self.named_by(row):
                    self.assertRegex(cells[2], "^not yet: ")

    def test_a_scenario_of_the_row_runs_through_each_surface_of_the_row(self):
        for row, cells in self.rows.items():
            offered = {surface for one in self.named_by(row) for surface in self.scenarios[one]["surfaces"]}
            for surface in QUOTED.findall(cells[3]):
                with self.subTest(row=row, surface=surface):
                    self.assertIn(surface, offered)

    def test_every_scenario_of_a_pack_stands_in_a_row(self):
        named = set().union(*(self.named_by(row) for row in self.rows))
        packed = {one for one, about in self.scenarios.items() if about.get("pack")}
        self.assertEqual(packed - named, set())


class PublicFailuresTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scenarios = scenarios()
        text = section(FORMAT.read_text(encoding="utf-8"), "Public failures")
        cls.rows = [(reference, QUOTED.findall(cells[1]))
                    for cells in rows(text) for reference in cells[0].split(", ")]

    def test_there_are_rows_and_each_reference_stands_in_one(self):
        references = [reference for reference, _ in self.rows]
        self.assertGreater(len(references), 60)
        self.assertEqual(sorted(references), sorted(set(references)))

    def test_a_reference_stands_in_the_scenario_that_covers_it(self):
        for reference, covering in self.rows:
            for scenario in covering:
                with self.subTest(reference=reference, scenario=scenario):
                    self.assertIn(scenario, self.scenarios)
                    refs = self.scenarios[scenario]["refs"]
                    self.assertTrue(any(is_reference(reference, ref) for ref in refs), refs)

    def test_a_reference_that_no_scenario_covers_says_why(self):
        text = section(FORMAT.read_text(encoding="utf-8"), "Public failures")
        for cells in rows(text):
            if not QUOTED.findall(cells[1]):
                with self.subTest(reference=cells[0]):
                    self.assertRegex(cells[1], "^not covered: .+")

    def test_every_reference_of_a_scenario_about_these_subjects_stands_in_a_row(self):
        subjects = ("surfaces", "lifecycle", "terminal", "fidelity", "everyday", "workspace", "process", "descriptors",
                    "ipc", "limits", "network")
        for scenario, about in self.scenarios.items():
            for ref in about["refs"] if about["family"] in subjects else ():
                with self.subTest(scenario=scenario, ref=ref):
                    self.assertTrue(any(is_reference(reference, ref) for reference, _ in self.rows))


if __name__ == "__main__":
    unittest.main()
