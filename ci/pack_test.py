#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A pack is what was locked, or it is refused: nothing of it can be changed, lost or slipped in unseen."""

import pathlib
import shutil
import subprocess
import sys
import unittest

from sandproof_command import CONFORMS, ROOT, SCENARIOS, CommandTest, sandproof

SCENARIO = "network/deny-tcp-ipv4"


def lock_packs(*words):
    command = [sys.executable, "-B", ROOT / "ci" / "lock_packs", *words]
    return subprocess.run(command, check=False, capture_output=True, text=True)


class PackTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.tree = self.folder / "scenarios"
        shutil.copytree(SCENARIOS, self.tree)
        self.file = self.tree / f"{SCENARIO}.yaml"
        self.pack = self.tree / "packs" / "core.yaml"

    def run_in_tree(self, *what):
        words = ("run", *what, "--scenarios", str(self.tree), "--adapter", "bubblewrap")
        return sandproof(*words, cwd=self.folder)

    def refuse(self, *says):
        """The pack by its name and by default, each with the remedy."""
        for what in (("core",), (), ("core", "network/deny-tcp-ipv6")):
            with self.subTest(what):
                self.assert_refused(self.run_in_tree(*what), *says, "ci/lock_packs")

    def change(self):
        self.file.write_text(self.file.read_text() + "# changed\n")

    def test_a_copied_tree_is_as_good_as_the_one_that_came_along(self):
        outcome = self.run_in_tree("core")
        self.assert_status(outcome, CONFORMS)
        listed = sandproof("list", "packs", "--scenarios", str(self.tree))
        self.assertEqual(listed.out, sandproof("list", "packs").out)

    def test_a_changed_scenario_makes_its_pack_refuse_to_run(self):
        self.change()
        self.refuse(str(self.pack), SCENARIO, "has changed")

    def test_a_changed_scenario_runs_where_it_is_named_itself(self):
        self.change()
        for what in (SCENARIO, "network/deny-tcp-*", str(self.file)):
            with self.subTest(what):
                self.assert_status(self.run_in_tree(what), CONFORMS)

    def test_a_deleted_scenario_makes_its_pack_refuse_to_run(self):
        self.file.unlink()
        self.refuse(str(self.pack), SCENARIO, "is not there")

    def test_a_scenario_that_left_its_pack_makes_the_pack_refuse_to_run(self):
        self.file.write_text(self.file.read_text().replace("pack: core\n", ""))
        self.refuse(str(self.pack), SCENARIO, "pack: core")

    def test_a_scenario_that_is_not_listed_makes_its_pack_refuse_to_run(self):
        shutil.copy(self.file, self.tree / "network" / "slipped-in.yaml")
        self.refuse("slipped-in.yaml", "does not list it")

    def test_an_entry_that_was_taken_out_of_the_lock_makes_the_pack_refuse_to_run(self):
        lines = [line for line in self.pack.read_text().splitlines(keepends=True) if SCENARIO not in line]
        self.pack.write_text("".join(lines))
        self.refuse(f"{SCENARIO}.yaml", "does not list it")

    def test_an_empty_pack_is_refused(self):
        for text in ("pack: core\nscenarios: {}\n", "pack: core\n", ""):
            with self.subTest(text):
                self.pack.write_text(text)
                outcome = self.run_in_tree("core")
                self.assert_refused(outcome, str(self.pack))

    def test_a_lost_lock_is_refused(self):
        self.pack.unlink()
        self.refuse("core")

    def test_locking_again_is_the_remedy(self):
        self.change()
        self.assertEqual(lock_packs("--check", self.tree).returncode, 1)
        self.assertEqual(lock_packs(self.tree).returncode, 0)
        self.assert_status(self.run_in_tree("core"), CONFORMS)

    def test_the_shipped_packs_are_locked(self):
        check = lock_packs("--check")
        self.assertEqual((check.returncode, check.stdout), (0, ""))

    def test_a_broken_scenario_keeps_every_other_from_running_by_its_id(self):
        """A tree that cannot be read as a whole may hold anything under that id."""
        pathlib.Path(self.tree / "network" / "broken.yaml").write_text("title: [\n")
        self.assert_refused(self.run_in_tree("core"), "broken.yaml:", "not valid YAML")


if __name__ == "__main__":
    unittest.main()
