# SPDX-License-Identifier: Apache-2.0
"""The finished command, seen from outside: how the tests of ci/ start it and read what it says.

SANDPROOF_BIN is the absolute path of the program under test, in a build folder or an installation.
"""

import contextlib
import functools
import json
import os
import pathlib
import pwd
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "scenarios"
CORE = "scenarios/packs/core.yaml"

CONFORMS, DOES_NOT_CONFORM, NOT_VERIFIED, USAGE = 0, 1, 2, 64

# Long enough for a machine that has much else to do; a run of the pack takes seconds.
PATIENCE = 240

# Everything but the line feed: a terminal would obey these instead of showing them (C0, DEL, C1).
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\udc80-\udcff]")

# What a program says that fell over instead of answering.
FALLEN_OVER = (
    "Traceback",
    "terminate called",
    "what():",
    "exception",
    "Sanitizer",
    "fault in Sandproof itself",
)


BINARY = os.environ.get("SANDPROOF_BIN", "")
if not os.path.isabs(BINARY) or not os.access(BINARY, os.X_OK):
    raise SystemExit("SANDPROOF_BIN must be the absolute path of the sandproof program")


def red_cases(report):
    """A report in the few lines that tell why it is not green."""
    yield from report["notes"]
    for case in report["cases"]:
        if case["verdict"] != "PASS":
            yield f"{case['id']}: {case['verdict']} {case['failure'] or ''} - {case['reason']}"


class Outcome:
    """How a command ended, and what it wrote; bytes that are no UTF-8 are kept as lone surrogates."""

    def __init__(self, words, completed):
        self.words = words
        self.status = completed.returncode
        self.out = completed.stdout.decode("utf-8", "surrogateescape")
        self.err = completed.stderr.decode("utf-8", "surrogateescape")

    def __str__(self):
        try:
            shown = "\n".join(red_cases(json.loads(self.out)))
        except (ValueError, TypeError, KeyError):
            shown = self.out[-1500:]
        text = f"{self.words} ended with {self.status}\nstdout: {shown}\nstderr: {self.err[-1500:]}"
        return text.encode("utf-8", "backslashreplace").decode()


def environment(**changes):
    """The environment without what would change the colour of the output."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CLICOLOR_FORCE")}
    return kept | changes


def sandproof(*words, cwd="/", program=None, account=None, env=None, patience=PATIENCE):
    """Runs the command to its end. `account`: as root, a pwd entry to run as instead."""
    switch = {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    command = [program or BINARY, *words]
    completed = subprocess.run(
        command,
        cwd=cwd,
        env=env or environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=patience,
        check=False,
        **switch,
    )
    return Outcome(command, completed)


def run_reported(*words, **how):
    """`sandproof run` with its report in JSON: the outcome, and the report."""
    outcome = sandproof("run", "--report", "json", *words, **how)
    try:
        return outcome, json.loads(outcome.out)
    except ValueError:
        raise AssertionError(f"no report in JSON: {outcome}") from None


def scenarios_of(*packs):
    """The ids of the packs' scenarios: by their names a part of their surfaces can be run for its own sake."""
    listed = json.loads(sandproof("list", "scenarios", "--json").out)
    return [scenario["id"] for scenario in listed if scenario["pack"] in packs]


def through(*surfaces):
    return [word for surface in surfaces for word in ("--surface", surface)]


@functools.cache
def pack_run(adapter):
    """One run of pack core, shared by the tests of a file that only read it."""
    return run_reported("core", "--adapter", adapter)


def verdicts(report):
    """Case ids to verdicts, each with its kind of failure."""
    return {case["id"]: (case["verdict"], case["failure"]) for case in report["cases"]}


def ordinary_account():
    """As root an account that is not root, for what root is never refused; None for the caller's own."""
    return None if os.geteuid() else pwd.getpwnam("nobody")


class CommandTest(unittest.TestCase):
    """A folder of its own for each test, and the claims that hold for every command."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sandproof-test-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)

    def write(self, name, content):
        """Writes a file into the test's folder; its path as a text."""
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return os.fsdecode(path)

    def assert_status(self, outcome, status):
        self.assertEqual(outcome.status, status, str(outcome))

    def assert_says(self, text, words, outcome):
        for word in words:
            self.assertIn(word, text, str(outcome))

    def assert_readable(self, outcome):
        """It ended by its own decision, and printed nothing that a terminal would obey."""
        self.assertGreaterEqual(outcome.status, 0, str(outcome))
        for name, text in (("stdout", outcome.out), ("stderr", outcome.err)):
            found = CONTROL.search(text)
            self.assertIsNone(found, f"{name} holds a control byte: {outcome}")
            for word in FALLEN_OVER:
                self.assertNotIn(word, text, str(outcome))

    def assert_nothing_green(self, outcome):
        self.assertNotIn(outcome.status, (CONFORMS,), str(outcome))
        self.assertNotRegex(outcome.out, r"(?m)^conforms\b|\bPASS\b|no problem", str(outcome))

    def assert_refused(self, outcome, *says, status=USAGE):
        """Bad input: told on standard error with `says`, and nothing else came of it."""
        self.assert_status(outcome, status)
        self.assert_readable(outcome)
        self.assert_nothing_green(outcome)
        self.assertEqual(outcome.out, "", str(outcome))
        self.assert_says(outcome.err, says, outcome)

    @contextlib.contextmanager
    def subject(self, words):
        """A row of a table, named by what was typed."""
        with self.subTest(typed=" ".join(map(ascii, words))):
            yield


def scenario(*steps, head=""):
    """The text of a scenario that is good but for what is put into it."""
    steps = steps or ("file.write: ${workspace}/alive.txt\n    expect: allowed",)
    lines = "".join(f"  - {step}\n" for step in steps)
    return f"title: A write in the workspace works\nwhy: To try the command with.\n{head}steps:\n{lines}"
