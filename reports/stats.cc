// SPDX-License-Identifier: Apache-2.0
#include "reports/stats.h"

#include <fmt/format.h>

#include <algorithm>

namespace reports {
namespace {

struct Launches {
  std::size_t count = 0;
  double ms = 0;

  void Add(const harness::LegEvidence& leg) {
    count += leg.launches.size();
    for (const harness::LaunchEvidence& launch : leg.launches) ms += launch.duration_ms;
  }
};

}  // namespace

std::string StatsText(const harness::RunReport& report) {
  Launches subject;
  Launches controls;
  double cases_ms = 0;
  for (const harness::CaseReport& one : report.cases) {
    subject.Add(one.evidence.subject);
    controls.Add(one.evidence.noop);
    cases_ms += one.evidence.duration_ms;
  }
  const double launched_ms = subject.ms + controls.ms;
  const double rest = cases_ms > 0 ? std::max(0.0, cases_ms - launched_ms) / cases_ms : 0;
  return fmt::format(
      "launches: {} under the adapter in {:.0f} ms, {} under the control in {:.0f} ms\n"
      "cases:    {} in {:.0f} ms of workers' time, of which {:.0f} % was no launch\n",
      subject.count, subject.ms, controls.count, controls.ms, report.cases.size(), cases_ms, 100 * rest);
}

}  // namespace reports
