#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the README says is what happens: its commands are run, its outputs compared."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = pathlib.Path(os.environ["SANDPROOF_BIN"])
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def without_accidents(text):
    """Times, nonces, ports and the place of the checkout differ from run to run."""
    text = re.sub(r"in [\d.]+ m?s", "in N s", text)
    text = re.sub(r"\b[a-z2-7]{26}\b", "NONCE", text)
    text = re.sub(r"198\.18\.0\.1:\d+", "198.18.0.1:PORT", text)
    text = re.sub(r"\d+ jobs?", "N jobs", text)
    text = re.sub(r", \d+\.\d s$", ", N s", text, flags=re.MULTILINE)
    return re.sub(r"'?bubblewrap:path=.*/fixtures/leaky/([a-z-]+)'?", r"bubblewrap:path=DIR/\1", text).strip()


class Readme(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sandproof docs ")
        self.addCleanup(self.folder.cleanup)
        place = pathlib.Path(self.folder.name)
        (place / "build").mkdir()
        (place / "build" / "release").symlink_to(BINARY.parent.parent)
        for name in ("scenarios", "fixtures"):
            (place / name).symlink_to(ROOT / name)

    def run_here(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.folder.name, capture_output=True, text=True,
                              timeout=200, check=False)

    def test_every_command_of_the_usage_block_succeeds(self):
        commands = [line for block in blocks("sh") for line in block.splitlines()
                    if line.startswith("build/release/bin/sandproof")]
        self.assertGreater(len(commands), 6)
        for command in commands:
            with self.subTest(command=command):
                done = self.run_here(command.replace("/opt/my/bwrap", "/usr/bin/bwrap"))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_output_that_is_shown_is_what_the_command_prints(self):
        shown = blocks("console")
        self.assertEqual(len(shown), 3)
        for block in shown:
            command, output = block.split("\n", 1)
            with self.subTest(command=command):
                done = self.run_here(command.removeprefix("$ "))
                self.assertEqual(without_accidents(done.stdout), without_accidents(output))

    def test_every_file_that_is_linked_is_there(self):
        links = re.findall(r"\]\((?!http)([^)#]+)\)", README)
        self.assertGreater(len(links), 8)
        for link in links:
            with self.subTest(link=link):
                self.assertTrue((ROOT / link).exists())

    def test_the_two_commands_at_the_top_are_there_and_can_be_executed(self):
        for name in ("ci/demo", "ci/test"):
            self.assertIn(name, blocks("sh")[0])
            self.assertTrue(os.access(ROOT / name, os.X_OK))


if __name__ == "__main__":
    unittest.main()
