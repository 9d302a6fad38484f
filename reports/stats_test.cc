// SPDX-License-Identifier: Apache-2.0
#include "reports/stats.h"

#include <gtest/gtest.h>

namespace reports {
namespace {

harness::LegEvidence Leg(std::initializer_list<double> launches_ms) {
  harness::LegEvidence leg;
  for (const double ms : launches_ms) {
    leg.launches.emplace_back();
    leg.launches.back().duration_ms = ms;
  }
  return leg;
}

TEST(Stats, TellLaunchesAndTheShareOfTimeThatIsNone) {
  harness::RunReport report;
  report.cases.resize(2);
  report.cases[0].evidence.subject = Leg({4, 6});
  report.cases[0].evidence.noop = Leg({5});
  report.cases[0].evidence.duration_ms = 20;
  report.cases[1].evidence.duration_ms = 10;
  EXPECT_EQ(StatsText(report),
            "launches: 2 under the adapter in 10 ms, 1 under the control in 5 ms\n"
            "cases:    2 in 30 ms of workers' time, of which 50 % was no launch\n");
}

TEST(Stats, OfNothingAreZero) {
  EXPECT_EQ(StatsText({}),
            "launches: 0 under the adapter in 0 ms, 0 under the control in 0 ms\n"
            "cases:    0 in 0 ms of workers' time, of which 0 % was no launch\n");
}

}  // namespace
}  // namespace reports
