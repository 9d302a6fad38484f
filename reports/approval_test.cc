// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/base/file.h"
#include "reports/explain.h"
#include "reports/sample_report_test.h"
#include "reports/writer.h"

namespace reports {
namespace {

// Compares `text` byte for byte with the baseline reports/approved/`name`, or makes it the baseline where the
// environment says SANDPROOF_APPROVE=1.
void ExpectApproved(const std::string& name, const std::string& text) {
  const std::string path = std::string(SANDPROOF_SOURCE_DIR) + "/reports/approved/" + name;
  const char* approve = std::getenv("SANDPROOF_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    ASSERT_TRUE(harness::WriteFileAtomically(path, text));
    return;
  }
  const harness::Result<std::string> approved = harness::ReadFile(path);
  ASSERT_TRUE(approved) << approved.error().message;
  EXPECT_EQ(text, *approved)
      << "If the change is meant, run this test with SANDPROOF_APPROVE=1 and review the diff of "
         "reports/approved/"
      << name;
}

// A release must not need new baselines.
std::string WithoutVersion(std::string json) {
  const std::string version = "\"version\": \"" SANDPROOF_VERSION "\"";
  const std::size_t at = json.find(version);
  return at == std::string::npos ? json : json.replace(at, version.size(), "\"version\": \"VERSION\"");
}

TEST(Approval, ConsoleIsAsApproved) { ExpectApproved("console.txt", WriteConsole(SampleReport(), {})); }

TEST(Approval, JsonIsAsApproved) { ExpectApproved("report.json", WithoutVersion(WriteJson(SampleReport()))); }

TEST(Approval, JunitIsAsApproved) { ExpectApproved("junit.xml", WriteJunit(SampleReport())); }

TEST(Approval, ExplanationIsAsApproved) {
  const auto text = Explain(WriteJson(SampleReport()), "network/deny-http@exec");
  ASSERT_TRUE(text) << text.error().message;
  ExpectApproved("explain.txt", *text);
}

}  // namespace
}  // namespace reports
