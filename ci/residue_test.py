#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing is left of a run: no process, no mount, no network interface, no file, however it ended."""

import functools
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

from sandproof_command import BINARY, PATIENCE, ROOT, CommandTest, environment

ROOM = pathlib.Path(__file__).resolve().parent / "residue_room.py"
WATCHED = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/home")
NEEDED = tuple(os.path.realpath(path) for path in (BINARY, ROOT, sys.executable))

# A worker on the host tidies up when it sees that its coordinator is gone.
TIDYING_PATIENCE = 20

AS_ROOT = ["unshare", "--mount", "--pid", "--fork", "--mount-proc"]
AS_USER = AS_ROOT + ["--user", "--map-current-user", "--keep-caps"]
# Mounts while it may, and then gives up what an ordinary user does not have.
ENTER = """drop=$1; plan=$2; python=$3; room=$4; shift 4
for directory do mount -t tmpfs -o mode=1777 tmpfs "$directory" || exit 1; done
exec $drop "$python" -B "$room" "$plan"
"""
DROP = "setpriv --ambient-caps=-all --inh-caps=-all"

MOMENTS = {
    "as the first worker starts": ("sandproof", 2),
    "as cases run": ("sandproof-probe", 2),
    "as the sandbox runs": ("bwrap", 1),
}
ARENAS = ("private", "host")


def covered():
    """Those of the watched directories that can be covered because nothing that is needed lies in them."""
    there = [directory for directory in WATCHED if os.path.isdir(directory) and not os.path.islink(directory)]
    return [place for place in there if not any(path.startswith(place + "/") for path in NEEDED)]


def enter(plan):
    namespaces, drop = (AS_ROOT, "") if os.geteuid() == 0 else (AS_USER, DROP)
    words = [drop, json.dumps(plan), sys.executable, ROOM, *covered()]
    return subprocess.run(
        [*namespaces, "sh", "-c", ENTER, "sh", *words],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def in_room(*argv, number=None, moment=("sandproof", 2), patience=TIDYING_PATIENCE):
    done = enter(
        {"argv": argv, "signal": number, "moment": moment, "covered": covered(), "patience": patience}
    )
    if done.returncode != 0:
        raise AssertionError(f"the room fell over: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


@functools.cache
def why_no_room():
    done = enter({"argv": ["true"], "signal": None, "moment": None, "covered": [], "patience": 0})
    return "" if done.returncode == 0 else f"namespaces are not to be had here: {done.stderr.strip()}"


def run(arena, adapter):
    return (BINARY, "run", "core", "--adapter", adapter, "--arena", arena, "--report", "json")


class RoomTest(CommandTest):
    def setUp(self):
        super().setUp()
        if why_no_room():
            self.skipTest(why_no_room())

    def assert_nothing_left(self, seen):
        self.assertEqual({what: left for what, left in seen["left"].items() if left}, {}, seen["err"][-1500:])


class ResidueRoomTest(RoomTest):
    """The witness of the tests below, seen to see."""

    def test_it_sees_nothing_where_nothing_was_left(self):
        seen = in_room("true")
        self.assertEqual(seen["status"], 0)
        self.assert_nothing_left(seen)

    def test_it_sees_a_process_that_was_left(self):
        seen = in_room("sh", "-c", "setsid sleep 600 & exit 3", patience=0)
        self.assertEqual(seen["status"], 3)
        self.assertRegex(" ".join(seen["left"]["processes"]), r"^\d+ (sleep|setsid|sh)$")

    def test_it_sees_an_entry_that_was_left_in_each_directory(self):
        for directory in covered():
            with self.subTest(directory):
                seen = in_room("sh", "-c", f"mkdir -p {directory}/a && : > {directory}/a/b", patience=0)
                self.assertEqual(seen["left"]["entries"], [f"{directory}/a", f"{directory}/a/b"])
        self.assertIn("/dev/shm", covered())

    @unittest.skipIf(os.geteuid(), "mounting in the room takes root")
    def test_it_sees_a_mount_and_an_interface_that_were_left(self):
        seen = in_room("mount", "-t", "tmpfs", "tmpfs", "/mnt", patience=0)
        self.assertEqual(len(seen["left"]["mounts"]), 1)

    def test_it_sends_the_signal_at_the_moment(self):
        seen = in_room("sleep", "600", number=signal.SIGTERM, moment=("sleep", 1))
        self.assertEqual((seen["came"], seen["status"]), (True, -signal.SIGTERM))


class ResidueTest(RoomTest):
    def run_to_its_end(self, arena, adapter):
        seen = in_room(*run(arena, adapter))
        report = json.loads(seen["out"])
        self.assertEqual(report["arena"]["kind"], arena)
        self.assertEqual(report["pack"]["executed"], report["pack"]["required"])
        self.assert_nothing_left(seen)

    def test_nothing_is_left_of_a_run_that_ended_by_itself(self):
        for arena in ARENAS:
            for adapter in ("bubblewrap", "noop"):
                with self.subTest(arena=arena, adapter=adapter):
                    self.run_to_its_end(arena, adapter)

    def end_by(self, number, arena, adapter, moment):
        seen = in_room(*run(arena, adapter), number=number, moment=moment)
        self.assertTrue(seen["came"], seen["err"][-1500:])
        self.assertEqual(seen["status"], -number, seen["err"][-1500:])
        self.assert_nothing_left(seen)
        return seen

    def end_at_each_moment(self, number, check):
        for arena, adapter, when in itertools.product(ARENAS, ("bubblewrap", "noop"), MOMENTS):
            if adapter == "noop" and when == "as the sandbox runs":
                continue
            with self.subTest(arena=arena, adapter=adapter, when=when):
                check(self.end_by(number, arena, adapter, MOMENTS[when]))

    def assert_interrupted(self, seen):
        report = json.loads(seen["out"])
        self.assertIs(report["conforms"], False)
        self.assertLess(report["pack"]["executed"], report["pack"]["required"])
        self.assertIn("interrupted", " ".join(report["notes"]))

    def test_nothing_is_left_after_a_keyboard_interrupt_and_the_report_is_whole(self):
        self.end_at_each_moment(signal.SIGINT, self.assert_interrupted)

    def test_nothing_is_left_after_a_termination_and_the_report_is_whole(self):
        self.end_at_each_moment(signal.SIGTERM, self.assert_interrupted)

    def test_nothing_is_left_after_a_kill_and_no_report_is_begun(self):
        self.end_at_each_moment(signal.SIGKILL, lambda seen: self.assertEqual(seen["out"], ""))


if __name__ == "__main__":
    unittest.main()
