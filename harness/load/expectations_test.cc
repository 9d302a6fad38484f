// SPDX-License-Identifier: Apache-2.0
#include "harness/load/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/file.h"
#include "harness/base/nonce.h"

namespace harness {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ExpectationsTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  std::variant<std::vector<KnownFailure>, std::vector<Problem>> Load(const std::string& text) const {
    EXPECT_TRUE(WriteFileAtomically(file_, text));
    return LoadExpectations(file_);
  }
  std::string Problems(const std::string& text) const {
    const auto loaded = Load(text);
    std::string lines;
    if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
      for (const Problem& problem : *problems) lines += Describe(problem).substr(file_.size()) + "\n";
    }
    return lines;
  }

  const std::string file_ =
      std::filesystem::temp_directory_path() / ("sandproof-expectations-test-" + MakeNonce());
};

std::string Entry(const std::string& id, const std::string& verdict = "FAIL") {
  return "- case: " + id + "\n  verdict: " + verdict + "\n  text: t\n  reason: r\n  link: l\n";
}

TEST_F(ExpectationsTest, ReadsEveryKey) {
  const auto loaded = Load("# why\n" + Entry("a/b@shell") + Entry("a/b@exec", "WEAKENED"));
  const auto* failures = std::get_if<std::vector<KnownFailure>>(&loaded);
  ASSERT_TRUE(failures != nullptr && failures->size() == 2);
  const KnownFailure& first = failures->front();
  EXPECT_EQ(first.case_id, "a/b@shell");
  EXPECT_EQ(first.verdict, Verdict::kFail);
  EXPECT_EQ(first.text + first.reason + first.link, "trl");
  EXPECT_EQ(first.place.line, 2);
  EXPECT_EQ(failures->back().verdict, Verdict::kWeakened);
}

TEST_F(ExpectationsTest, OfAnEmptyFileIsAnEmptyList) {
  for (const char* text : {"", "# nothing is known\n", "[]\n"}) {
    const auto loaded = Load(text);
    const auto* failures = std::get_if<std::vector<KnownFailure>>(&loaded);
    ASSERT_NE(failures, nullptr) << text;
    EXPECT_THAT(*failures, IsEmpty());
  }
}

TEST_F(ExpectationsTest, RefusesVerdictsThatAreNoFailure) {
  for (const char* verdict : {"PASS", "UNSUPPORTED", "XFAIL", "fail", "FIAL"}) {
    EXPECT_THAT(Problems(Entry("a", verdict)),
                HasSubstr(":2:12: 'entry.verdict' must be one of FAIL, WEAKENED"))
        << verdict;
  }
  EXPECT_THAT(Problems(Entry("a", "FIAL")), HasSubstr("did you mean 'FAIL'?"));
}

TEST_F(ExpectationsTest, RefusesWhatIsMissingEmptyUnknownOrThereTwice) {
  EXPECT_EQ(Problems("- case: a\n  verdict: FAIL\n  text: ''\n  raeson: r\n  link: l\n"),
            ":1:3: the key 'entry.reason' is missing\n"
            ":3:9: 'entry.text' must not be empty\n"
            ":4:3: unknown key 'raeson' in 'entry' (did you mean 'reason'?)\n");
  EXPECT_THAT(Problems(Entry("a") + Entry("a")), HasSubstr(":6:3: the case 'a' stands twice"));
  EXPECT_THAT(Problems(Entry("a@shel")), HasSubstr("unknown surface 'shel' (did you mean 'shell'?)"));
  EXPECT_THAT(Problems("a: b\n"), HasSubstr("the file must be a list, not a mapping"));
  EXPECT_THAT(Problems("- a\n"), HasSubstr("'entry' must be a mapping, not a text"));
}

TEST(Expectations, RefuseAFileThatIsNotThere) {
  const auto loaded = LoadExpectations("/nowhere/expectations.yaml");
  EXPECT_TRUE(std::holds_alternative<std::vector<Problem>>(loaded));
}

}  // namespace
}  // namespace harness
