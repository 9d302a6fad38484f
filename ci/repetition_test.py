#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A verdict is no matter of luck: the same run gives the same verdicts, whoever works beside it."""

import unittest

from sandproof_command import CommandTest, pack_run, run_reported, verdicts


class RepetitionTest(CommandTest):
    def repeat(self, adapter, *all_jobs):
        first, report = pack_run(adapter)
        for jobs in all_jobs:
            with self.subTest(adapter=adapter, jobs=jobs):
                again, repeated = run_reported("core", "--adapter", adapter, "--jobs", jobs)
                self.assertEqual(repeated["jobs"], int(jobs))
                self.assertEqual(verdicts(repeated), verdicts(report))
                self.assert_status(again, first.status)

    def test_one_worker_and_four_come_to_the_same_verdicts_for_bubblewrap_run_after_run(self):
        self.repeat("bubblewrap", "1", "4", "4", "4", "4")

    def test_one_worker_and_four_come_to_the_same_verdicts_for_noop(self):
        self.repeat("noop", "1", "4")


if __name__ == "__main__":
    unittest.main()
