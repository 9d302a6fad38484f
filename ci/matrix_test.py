#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every sandbox that ci/adapters installs over the packs, and expects a verdict for each case.

What is installed and does not run is a failure, and so is a case that nobody can say anything about.
"""

import json
import unittest

from sandproof_command import CONFORMS, ROOT, CommandTest, sandproof, scenarios_of, through

# Those for which this host has everything once ci/adapters has run.
REQUIRED = (
    "bubblewrap", "codex", "container:engine=crun", "container:engine=podman", "container:engine=runc",
    "container:engine=runsc", "deno", "firejail", "landlock", "node-permission", "srt", "srt:through=library",
    "srt:version=0.0.26", "srt:version=0.0.26,through=library",
)


def schema(name):
    return json.loads((ROOT / "reports" / "schema" / f"{name}.schema.json").read_text())


class MatrixTest(CommandTest):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.outcome = sandproof("run", *scenarios_of("core", "network"), "--adapter", "all", *through("exec", "shell"),
                                "--report", "json", patience=1000)
        cls.matrix = json.loads(cls.outcome.out)
        cls.reports = dict(zip(cls.matrix["adapters"], cls.matrix["reports"]))

    def cases(self, verdict):
        return [f"{spec}: {case['id']}: {case['reason']}" for spec, report in self.reports.items()
                for case in report["cases"] if case["verdict"] == verdict and not report["adapter"]["unavailable"]]

    def test_every_sandbox_that_is_installed_has_proven_something(self):
        for spec in REQUIRED:
            with self.subTest(spec):
                report = self.reports[spec]
                self.assertIsNone(report["adapter"]["unavailable"], report["adapter"]["remedy"])
                self.assertGreater(report["summary"]["PASS"], 0)
                self.assertTrue(report["adapter"]["version"])
                self.assertTrue(report["adapter"]["components"])

    def test_what_is_not_here_says_why_and_what_would_mend_it(self):
        for spec, report in self.reports.items():
            if report["adapter"]["unavailable"]:
                with self.subTest(spec):
                    self.assertNotIn(spec, REQUIRED)
                    self.assertTrue(report["adapter"]["remedy"])

    def test_no_case_is_inconclusive(self):
        self.assertEqual(self.cases("INCONCLUSIVE"), [])

    def test_every_case_is_as_promised_or_a_known_failure(self):
        for verdict in ("FAIL", "WEAKENED", "UNSTABLE", "XPASS", "STALE"):
            with self.subTest(verdict):
                self.assertEqual(self.cases(verdict), [])
        self.assert_status(self.outcome, CONFORMS)

    def test_the_matrix_and_its_reports_are_as_their_schemas_say(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        jsonschema.validate(self.matrix, schema("matrix"))
        for report in self.matrix["reports"]:
            jsonschema.validate(report, schema("report"))


if __name__ == "__main__":
    unittest.main()
