#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command works from wherever it lies, and so does the sandbox that it drives."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import sandproof_command
from sandproof_command import CONFORMS, CommandTest, run_reported, sandproof

BUILD = pathlib.Path(sandproof_command.BINARY).parent.parent
SCENARIO = "network/deny-http-by-name"

PARTS = (
    "libexec/sandproof/sandproof-probe",
    "libexec/sandproof/sandproof-fault",
    "share/sandproof/scenarios",
    "share/sandproof/adapters",
)

# Places that a private arena hides behind empty directories of its own.
HIDDEN = ("/tmp", "/var/tmp", "/run", "/home", "/dev/shm")


def copy_by_hand(prefix):
    """What an installation holds, where cmake may not write its manifest into another user's build folder."""
    for folder in ("bin", "libexec", "share"):
        shutil.copytree(BUILD / folder, prefix / folder, symlinks=False)


def install(prefix):
    if not os.access(BUILD, os.W_OK):
        return copy_by_hand(prefix)
    words = ["cmake", "--install", BUILD, "--prefix", prefix]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout[-1000:] + done.stderr[-1000:])
    return None


def bwrap():
    return shutil.which("bwrap", path="/usr/local/bin:/usr/bin:/bin")


class PlaceTest(CommandTest):
    def folder_in(self, place):
        """A folder of this test's own in `place`; None where this user may not have one there."""
        if not os.access(place, os.W_OK | os.X_OK):
            return None
        if os.statvfs(place).f_flag & os.ST_NOEXEC:
            return None
        folder = tempfile.TemporaryDirectory(prefix="sandproof-test-", dir=place)
        self.addCleanup(folder.cleanup)
        os.chmod(folder.name, 0o755)
        return pathlib.Path(folder.name)

    def places(self):
        found = {place: self.folder_in(place) for place in HIDDEN}
        found = {place: folder for place, folder in found.items() if folder}
        self.assertIn("/tmp", found)
        return found


class InstallationTest(PlaceTest):
    def assert_works(self, program):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir(exist_ok=True)
        outcome = sandproof("run", "--adapter", "bubblewrap", SCENARIO, program=program, cwd=elsewhere)
        self.assert_status(outcome, CONFORMS)
        self.assert_says(outcome.out, ("conforms: 7 cases",), outcome)
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_an_installation_can_be_moved_to_any_place_also_to_those_that_the_arena_hides(self):
        prefix = self.folder / "a dir with spaces"
        install(prefix)
        self.assert_works(prefix / "bin" / "sandproof")
        moved = self.folder / "it's, \"moved\"\nhere"
        prefix.rename(moved)
        self.assert_works(moved / "bin" / "sandproof")
        for place, folder in self.places().items():
            with self.subTest(place):
                there = folder / "a dir with spaces"
                shutil.move(moved, there)
                self.assert_works(there / "bin" / "sandproof")
                moved = there

    def test_an_installation_is_found_through_a_link_and_through_the_path(self):
        prefix = self.folder / "prefix"
        install(prefix)
        link = self.folder / "link"
        link.symlink_to(prefix / "bin" / "sandproof")
        self.assert_works(link)
        path = f"{prefix}/bin:/usr/bin:/bin"
        shell = ["sh", "-c", "cd / && sandproof list packs"]
        found = subprocess.run(shell, env={"PATH": path}, check=False, capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stderr), (CONFORMS, ""))
        self.assertIn("core", found.stdout)

    def test_an_installation_does_not_need_the_source_tree(self):
        prefix = self.folder / "prefix"
        install(prefix)
        for path in prefix.rglob("*"):
            self.assertFalse(path.is_symlink(), path)
        program = prefix / "bin" / "sandproof"
        outcome, report = run_reported("core", "--adapter", "bubblewrap", program=program)
        self.assert_status(outcome, CONFORMS)
        self.assertEqual(report["pack"]["executed"], report["pack"]["required"])

    def test_an_installation_with_a_part_missing_says_which(self):
        prefix = self.folder / "prefix"
        install(prefix)
        program, away = prefix / "bin" / "sandproof", self.folder / "away"
        for part in PARTS:
            with self.subTest(part):
                (prefix / part).rename(away)
                outcome = sandproof("run", "--adapter", "bubblewrap", SCENARIO, program=program)
                away.rename(prefix / part)
                self.assert_refused(outcome, part, "missing", status=70)


@unittest.skipUnless(bwrap(), "bubblewrap is not installed")
class BroughtAlongSandboxTest(PlaceTest):
    def assert_drives(self, program):
        outcome, report = run_reported(SCENARIO, "faults/*", "--adapter", f"bubblewrap:path={program}")
        self.assert_status(outcome, CONFORMS)
        # The report may write a backslash twice.
        self.assertEqual(report["adapter"]["components"][0]["path"].replace("\\\\", "\\"), str(program))
        self.assertNotEqual(report["adapter"]["version"], "unknown")

    def bring(self, folder, name="bwrap"):
        folder.mkdir(parents=True, exist_ok=True)
        return pathlib.Path(shutil.copy(bwrap(), folder / name))

    def test_a_sandbox_is_driven_from_any_place_also_from_those_that_the_arena_hides(self):
        for place, folder in self.places().items():
            with self.subTest(place):
                self.assert_drives(self.bring(folder))

    def test_a_sandbox_is_driven_from_a_path_with_spaces_quotes_and_a_comma(self):
        for odd in ("with spaces", "it's", 'a "quote"', "a, comma", "a=b", "a:b", "back\\slash", "$HOME `x`"):
            with self.subTest(odd):
                self.assert_drives(self.bring(self.folder / odd))

    def test_a_sandbox_is_driven_under_a_name_of_its_own(self):
        self.assert_drives(self.bring(self.folder, "my sandbox, v2"))

    def test_a_sandbox_is_driven_through_a_link_of_any_name(self):
        for name in ("bwrap", "link"):
            with self.subTest(name):
                (self.folder / name).symlink_to(self.bring(self.folder / f"real {name}"))
                self.assert_drives(self.folder / name)


if __name__ == "__main__":
    unittest.main()
