#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What runs of pack core come to: under the two controls, under bubblewrap, and cut into parts."""

import os
import unittest

from sandproof_command import CONFORMS, DOES_NOT_CONFORM, NOT_VERIFIED
from sandproof_command import CommandTest, pack_run, run_reported, verdicts

# The outside witnesses; what the probe says stands beside them and decides nothing.
OUTSIDE = {
    "tree",
    "secret scan",
    "server ledger",
    "heartbeat",
    "process census",
    "sentinel",
    "ending",
    "output bytes",
    "trace of a run",
}


def steps_with(report, expectations):
    """Every step of the report that expects one of these, with its case."""
    steps = [(case, step) for case in report["cases"] for step in case["steps"]]
    return [(case, step) for case, step in steps if step["expect"] in expectations]


class NoopTest(CommandTest):
    """Nothing is enforced, so everything that must be denied happens and is seen."""

    def test_a_run_does_not_conform(self):
        outcome, report = pack_run("noop")
        self.assert_status(outcome, DOES_NOT_CONFORM)
        self.assertIs(report["conforms"], False)
        self.assertEqual(report["pack"]["executed"], report["pack"]["required"])

    def test_every_case_with_a_denied_step_is_a_breach_or_under_a_fault_weakened(self):
        _, report = pack_run("noop")
        judged = {case["id"]: case for case, _ in steps_with(report, ("denied",))}
        self.assertGreater(len(judged), 50)
        for case_id, case in judged.items():
            with self.subTest(case_id):
                is_fault = any(step["verb"].startswith("fault.") for step in case["steps"])
                expected = ("WEAKENED", None) if is_fault else ("FAIL", "breach")
                self.assertEqual((case["verdict"], case["failure"]), expected, case["reason"])

    def test_the_outside_witness_of_every_denied_step_tells_what_it_saw(self):
        _, report = pack_run("noop")
        for case, step in steps_with(report, ("denied", "absent", "refused")):
            with self.subTest(case=case["id"], verb=step["verb"]):
                witness = step["witnesses"][0]
                self.assertIn(witness["name"], OUTSIDE)
                self.assertEqual(witness["outcome"], "happened")
                self.assertTrue(witness["detail"])
                self.assertEqual(step["outcome"], "happened")

    def test_the_ledger_of_a_server_names_the_request_that_carried_the_nonce(self):
        _, report = pack_run("noop")
        denied = steps_with(report, ("denied",))
        requests = [(case, step) for case, step in denied if step["verb"] == "http.get"]
        self.assertTrue(requests)
        for case, step in requests:
            with self.subTest(case["id"]):
                detail = step["witnesses"][0]["detail"]
                self.assertRegex(detail, r"[a-z0-9.]+ \(IPv.*\) has GET /.* the step's nonce")

    def test_a_daemon_that_outlives_its_session_is_a_survivor(self):
        _, report = pack_run("noop")
        self.assertEqual(verdicts(report)["process/end-daemon-with-session@exec"], ("FAIL", "survivor"))

    def test_the_green_cases_are_those_in_which_nothing_must_be_denied(self):
        _, report = pack_run("noop")
        green = {case["id"] for case in report["cases"] if case["verdict"] == "PASS"}
        forbidding = {case["id"] for case, _ in steps_with(report, ("denied", "absent", "refused"))}
        self.assertEqual(green, {case["id"] for case in report["cases"]} - forbidding)


class VoidTest(CommandTest):
    """Nothing is run, and success is reported: nothing is proven."""

    def test_no_case_of_a_run_passes(self):
        outcome, report = pack_run("void")
        self.assertIn(outcome.status, (DOES_NOT_CONFORM, NOT_VERIFIED), str(outcome))
        self.assertIs(report["conforms"], False)
        self.assertEqual(report["pack"]["executed"], report["pack"]["required"])
        for case in report["cases"]:
            self.assertIn(case["verdict"], ("FAIL", "INCONCLUSIVE"), case["id"])

    def test_silence_is_told_as_silence(self):
        _, report = pack_run("void")
        for case, step in steps_with(report, ("denied",)):
            if any(one["verb"].startswith("fault.") for one in case["steps"]):
                continue
            with self.subTest(case=case["id"], verb=step["verb"]):
                self.assertEqual(step["verdict"], "INCONCLUSIVE")
                self.assertIn("token did not come back", step["reason"])

    def test_success_under_a_fault_is_unfaithful(self):
        _, report = pack_run("void")
        faults = {case: verdict for case, verdict in verdicts(report).items() if case.startswith("faults/")}
        self.assertEqual(set(faults.values()), {("FAIL", "unfaithful")})


class BubblewrapTest(CommandTest):
    def test_every_required_case_passes(self):
        outcome, report = pack_run("bubblewrap")
        self.assert_status(outcome, CONFORMS)
        self.assertIs(report["conforms"], True)
        self.assertEqual(report["pack"]["executed"], report["pack"]["required"])
        self.assertEqual({verdict for verdict, _ in verdicts(report).values()}, {"PASS"})

    def test_every_step_of_a_green_run_is_armed(self):
        _, report = pack_run("bubblewrap")
        for case in report["cases"]:
            for step in case["steps"]:
                self.assertIs(step["control"]["armed"], True, (case["id"], step["verb"]))

    @unittest.skipIf(os.geteuid(), "--run-as takes root")
    def test_root_can_run_it_as_an_ordinary_user(self):
        outcome, report = run_reported("core", "--adapter", "bubblewrap", "--run-as", "nobody")
        self.assert_status(outcome, CONFORMS)
        self.assertEqual(verdicts(report), verdicts(pack_run("bubblewrap")[1]))

    def test_the_host_arena_gives_the_same_verdicts(self):
        outcome, report = run_reported("core", "--adapter", "bubblewrap", "--arena", "host")
        self.assert_status(outcome, CONFORMS)
        self.assertEqual(report["arena"]["kind"], "host")
        self.assertEqual(verdicts(report), verdicts(pack_run("bubblewrap")[1]))


class PartialRunTest(CommandTest):
    def test_two_shards_execute_the_cases_of_the_whole_each_once(self):
        _, whole = pack_run("bubblewrap")
        parts = []
        for shard in ("1/2", "2/2"):
            outcome, report = run_reported("core", "--adapter", "bubblewrap", "--shard", shard)
            self.assert_status(outcome, CONFORMS)
            self.assertEqual(report["pack"]["executed"], report["pack"]["required"])
            self.assertIn(f"shard {shard[0]} of 2", " ".join(report["notes"]))
            parts += [case["id"] for case in report["cases"]]
        self.assertEqual(sorted(parts), sorted(case["id"] for case in whole["cases"]))

    def test_a_filter_on_a_pack_is_not_verified_although_all_that_ran_passed(self):
        for words in (("--filter", "network/*"), ("--surface", "exec")):
            with self.subTest(words):
                outcome, report = run_reported("core", "--adapter", "bubblewrap", *words)
                self.assert_status(outcome, NOT_VERIFIED)
                self.assertIs(report["conforms"], False)
                self.assertEqual({verdict for verdict, _ in verdicts(report).values()}, {"PASS"})
                self.assertGreater(report["pack"]["required"], report["pack"]["executed"])
                self.assertEqual(report["pack"]["executed"], len(report["cases"]))

    def test_scenarios_that_are_named_for_their_own_sake_can_be_filtered(self):
        chosen = ("network/*", "--filter", "network/deny-http*@exec")
        outcome, report = run_reported(*chosen, "--adapter", "bubblewrap")
        self.assert_status(outcome, CONFORMS)
        kinds = ("by-name", "ipv4", "ipv6", "post")
        self.assertEqual(set(verdicts(report)), {f"network/deny-http-{kind}@exec" for kind in kinds})

    def test_fail_fast_stops_at_the_first_red_case(self):
        outcome, report = run_reported("core", "--adapter", "noop", "--fail-fast", "--jobs", "1")
        self.assert_status(outcome, DOES_NOT_CONFORM)
        # A worker that has begun with a scenario may finish its other surface.
        red = {case["scenario"] for case in report["cases"] if case["verdict"] != "PASS"}
        self.assertEqual(len(red), 1, red)
        self.assertLess(report["pack"]["executed"], report["pack"]["required"] // 2)
        self.assertIn("first red case", " ".join(report["notes"]))

    def test_fail_fast_changes_nothing_where_all_is_green(self):
        outcome, report = run_reported("core", "--adapter", "bubblewrap", "--fail-fast")
        self.assert_status(outcome, CONFORMS)
        self.assertEqual(verdicts(report), verdicts(pack_run("bubblewrap")[1]))


if __name__ == "__main__":
    unittest.main()
