#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries to get out of the embedded sandbox, sandproof-landlock, by ways that need more than one launch or root's number.

Everything that is reached for lies in a folder of the test's own; the kernel's settings are opened and not written.
"""

import os
import pathlib
import subprocess
import unittest

from sandproof_command import BINARY, CommandTest

LAUNCHER = pathlib.Path(BINARY).resolve().parent.parent / "libexec" / "sandproof" / "sandproof-landlock"
NOT_CONFINED = 125
SYSTEM = [word for path in ("/usr", "/bin", "/lib", "/lib64") if os.path.exists(path)
          for word in (("--link", path, os.readlink(path)) if os.path.islink(path) else ("--system", path))]


class EmbeddedSandboxTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.workspace = self.folder / "workspace"
        self.outside = self.folder / "outside"
        for folder in (self.workspace, self.outside):
            folder.mkdir()
        (self.outside / "file").write_text("untouched")

    def launch(self, script, *options, **how):
        words = [LAUNCHER, *SYSTEM, "--write", self.workspace, *options, "--setenv", "PATH", "/usr/bin:/bin",
                 "--chdir", self.workspace, "--", "/bin/sh", "-c", script]
        return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, **how)

    def test_it_runs_a_program(self):
        done = self.launch("echo here >made && cat made")
        self.assertEqual((done.returncode, done.stdout), (0, "here\n"), done.stderr)
        self.assertEqual((self.workspace / "made").read_text(), "here\n")

    def test_no_setting_of_the_kernel_opens_for_writing(self):
        script = "find /proc/sys /proc/irq -type f 2>/dev/null | while read f; do (: >>$f) 2>/dev/null && echo $f; done"
        done = self.launch(script)
        self.assertEqual(done.stdout, "", done.stderr)

    def test_a_directory_on_the_way_to_a_denied_file_cannot_be_moved(self):
        (self.workspace / "deep").mkdir()
        secret = self.workspace / "deep" / "secret"
        secret.write_text("secret")
        deny = ("--pin", self.workspace / "deep", "--deny-file", secret)
        done = self.launch("mv deep moved; mkdir deep; touch deep/secret; cat moved/secret deep/secret", *deny)
        self.assertNotIn("secret\n", done.stdout)
        self.assertEqual(secret.read_text(), "secret")

    def test_a_link_that_was_planted_makes_no_mount_point_outside(self):
        (self.workspace / "d").symlink_to(f"/old{self.outside}")
        for option in ("--deny-file", "--deny-directory"):
            with self.subTest(option):
                done = self.launch("true", option, self.workspace / "d" / "new")
                self.assertEqual(done.returncode, NOT_CONFINED, done.stderr)
                self.assertEqual(sorted(path.name for path in self.outside.iterdir()), ["file"])

    def test_a_directory_as_standard_input_is_refused(self):
        folder = os.open(self.outside, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        done = self.launch("true", stdin=folder)
        self.assertEqual(done.returncode, NOT_CONFINED, done.stderr)

    def test_an_inherited_descriptor_does_not_come_in(self):
        folder = os.open(self.outside, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        done = self.launch("ls /proc/self/fd/ && cat /proc/self/fd/%d/file" % folder, pass_fds=(folder,))
        self.assertNotIn("untouched", done.stdout)

    def test_process_1_cannot_be_attached_to(self):
        script = ("import ctypes, os; libc = ctypes.CDLL(None, use_errno=True); "
                  "print(libc.ptrace(16, 1, 0, 0), os.strerror(ctypes.get_errno()))")
        done = self.launch(f"/usr/bin/python3 -c '{script}'")
        self.assertEqual(done.stdout, "-1 Operation not permitted\n", done.stderr)

    def test_new_kinds_of_mounts_are_refused_like_old_ones(self):
        script = ("import ctypes, os; libc = ctypes.CDLL(None, use_errno=True); "
                  "print(libc.syscall(467, -100, b\"/\", 0, 0, 0), os.strerror(ctypes.get_errno()))")
        done = self.launch(f"/usr/bin/python3 -c '{script}'")
        self.assertEqual(done.stdout, "-1 Operation not permitted\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
