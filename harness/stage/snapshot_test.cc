// SPDX-License-Identifier: Apache-2.0
#include "harness/stage/snapshot.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>
#include <set>

#include "harness/base/file.h"
#include "harness/base/nonce.h"
#include "harness/base/sha256.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr uid_t kNobody = 65534;

// An ordinary user for a while, where the test runs as root.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() { EXPECT_EQ(::getuid() == 0 ? ::seteuid(kNobody) : 0, 0); }
  ~AsOrdinaryUser() { EXPECT_EQ(::getuid() == 0 ? ::seteuid(0) : 0, 0); }
};

class SnapshotTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(root_);
    Write("file", "content");
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string Path(const std::string& name) const { return (root_ / name).string(); }
  void Write(const std::string& name, const std::string& content) const {
    const UniqueFd fd(::open(Path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    ASSERT_TRUE(WriteAll(fd.get(), content));
  }
  Snapshot Take(const Snapshot* previous = nullptr) const {
    Result<Snapshot> snapshot = TakeSnapshot({root_.string()}, previous);
    if (!snapshot) ADD_FAILURE() << snapshot.error().message;
    return snapshot ? std::move(*snapshot) : Snapshot{};
  }
  // What Diff says of entries below the root, "+name", "-name", "name: what", when `change` has been made.
  // The later snapshot knows the earlier one, as it does in a run. The root itself is left out: its times
  // follow its entries.
  std::vector<std::string> Changes(const std::function<void()>& change) const {
    const Snapshot before = Take();
    WaitForNextTick(before);
    change();
    std::vector<std::string> seen;
    for (const TreeChange& found : Diff(before, Take(&before))) {
      if (found.path == root_.string()) continue;
      const std::string name = found.path.substr(root_.string().size() + 1);
      seen.push_back(found.kind == TreeChange::Kind::kAdded     ? "+" + name
                     : found.kind == TreeChange::Kind::kRemoved ? "-" + name
                                                                : name + ": " + found.what);
    }
    return seen;
  }

  const fs::path root_ = fs::temp_directory_path() / ("sandproof-snapshot-test-" + MakeNonce());
};

void SetTimes(const std::string& path, const struct timespec& mtime) {
  const std::array<struct timespec, 2> times = {{{0, UTIME_OMIT}, mtime}};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), AT_SYMLINK_NOFOLLOW), 0);
}

struct timespec MtimeOf(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0);
  return status.st_mtim;
}

TEST_F(SnapshotTest, IsEqualToAnotherOneOfTheSameTree) {
  EXPECT_THAT(Changes([] {}), IsEmpty());
}

TEST_F(SnapshotTest, RecordsWhatLstatAndAReadShow) {
  Write("file", "abc");
  fs::create_symlink("no/where", Path("link"));
  const Snapshot snapshot = Take();
  const TreeEntry& file = snapshot.entries.at(Path("file"));
  EXPECT_EQ(file.mode, static_cast<mode_t>(S_IFREG | 0644));
  EXPECT_EQ(file.size, 3u);
  EXPECT_EQ(file.links, 1u);
  EXPECT_EQ(file.content, "abc");
  EXPECT_EQ(file.sha256, Sha256("abc"));
  EXPECT_EQ(snapshot.entries.at(Path("link")).link_target, "no/where");
  EXPECT_TRUE(S_ISDIR(snapshot.entries.at(root_.string()).mode));
  EXPECT_EQ(snapshot.entries.size(), 3u);
}

TEST_F(SnapshotTest, SeesOtherContentOfTheSameSizeUnderRestoredTimes) {
  EXPECT_THAT(Changes([this] {
                const struct timespec mtime = MtimeOf(Path("file"));
                Write("file", "CONTENT");
                SetTimes(Path("file"), mtime);
              }),
              ElementsAre("file: content"));
}

// Writes through a mapping of tmpfs whose page was read first move no time at all, so that content taken over
// from an earlier snapshot on the word of the times would be stale.
TEST_F(SnapshotTest, SeesAWriteThroughASharedMappingThatMovesNoTime) {
  const UniqueFd fd(::open(Path("file").c_str(), O_RDWR | O_CLOEXEC));
  void* const mapping = ::mmap(nullptr, 7, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  ASSERT_NE(mapping, MAP_FAILED);
  char* const bytes = static_cast<char*>(mapping);
  bytes[6] = 'T';  // from here on the page is writable, and on a disk dirty
  EXPECT_THAT(Changes([bytes] { bytes[0] = 'C'; }), ElementsAre(StartsWith("file: content")));
  ::munmap(mapping, 7);
}

TEST_F(SnapshotTest, SeesAChangeBehindTheKeptContent) {
  const std::string start(kKeptContent + 5, 'x');
  Write("file", start + "a");
  EXPECT_EQ(Take().entries.at(Path("file")).content, std::string(kKeptContent, 'x'));
  EXPECT_THAT(Changes([&] {
                const struct timespec mtime = MtimeOf(Path("file"));
                Write("file", start + "b");
                SetTimes(Path("file"), mtime);
              }),
              ElementsAre("file: content"));
}

TEST_F(SnapshotTest, DigestsContentOfAnyLength) {
  for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 65535u, 65536u, 65537u, 1'000'000u}) {
    const std::string content(size, 'y');
    Write("file", content);
    EXPECT_EQ(Take().entries.at(Path("file")).sha256, Sha256(content)) << size;
  }
}

// A digest with a mark shows where it came from.
TEST_F(SnapshotTest, TakesADigestOverOnlyForTheSameWholeContent) {
  Write("long", std::string(kKeptContent, 'x'));
  Snapshot earlier = Take();
  for (auto& [path, entry] : earlier.entries) entry.sha256 = entry.sha256.empty() ? "" : "marked";
  const Snapshot same = Take(&earlier);
  EXPECT_EQ(same.entries.at(Path("file")).sha256, "marked");
  EXPECT_EQ(same.entries.at(Path("long")).sha256, Sha256(std::string(kKeptContent, 'x')));
  Write("file", "Content");
  EXPECT_EQ(Take(&earlier).entries.at(Path("file")).sha256, Sha256("Content"));
}

TEST_F(SnapshotTest, SeesAModeAndAnMtime) {
  EXPECT_THAT(Changes([this] { ::chmod(Path("file").c_str(), 0755); }), ElementsAre("file: mode"));
  EXPECT_THAT(Changes([this] { ::chmod(Path("file").c_str(), 04755); }), ElementsAre("file: mode"));
  EXPECT_THAT(Changes([this] { SetTimes(Path("file"), {12345, 678}); }), ElementsAre("file: mtime"));
}

TEST_F(SnapshotTest, SeesAnOwnerAndAGroup) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give a file away";
  EXPECT_THAT(Changes([this] { ASSERT_EQ(::lchown(Path("file").c_str(), 12, ~gid_t{0}), 0); }),
              ElementsAre("file: owner"));
  EXPECT_THAT(Changes([this] { ASSERT_EQ(::lchown(Path("file").c_str(), ~uid_t{0}, 34), 0); }),
              ElementsAre("file: owner"));
}

TEST_F(SnapshotTest, SeesACallThatChangedNothingByItsChangeTime) {
  EXPECT_THAT(Changes([this] { ::chmod(Path("file").c_str(), 0644); }), ElementsAre("file: ctime"));
}

TEST_F(SnapshotTest, SeesALinkAddedFromElsewhere) {
  EXPECT_THAT(Changes([this] { fs::create_hard_link(Path("file"), Path("second")); }),
              ElementsAre("file: links", "+second"));
}

TEST_F(SnapshotTest, SeesAnExtendedAttributeComeChangeAndGo) {
  const std::string odd = "a\nb\xff %n";
  Write(odd, "");
  if (::setxattr(Path(odd).c_str(), "user.probe", "1", 1, 0) != 0) GTEST_SKIP() << "no user xattrs here";
  EXPECT_THAT(Take().entries.at(Path(odd)).xattrs, testing::Contains(testing::Pair("user.probe", "1")));
  for (const char* const value : {"1", "2"}) {
    EXPECT_THAT(Changes([&] { ::setxattr(Path("file").c_str(), "user.probe", value, 1, 0); }),
                ElementsAre("file: xattrs"));
  }
  EXPECT_THAT(Changes([&] { ::removexattr(Path("file").c_str(), "user.probe"); }),
              ElementsAre("file: xattrs"));
}

TEST_F(SnapshotTest, SeesAnExtendedAttributeOfWhatItMustNotOpen) {
  fs::create_directory(Path("d"));
  fs::create_symlink("x", Path("d/link"));
  if (::lsetxattr(Path("d/link").c_str(), "trusted.probe", "1", 1, 0) != 0)
    GTEST_SKIP() << "not permitted here";
  EXPECT_THAT(Changes([this] { ::lsetxattr(Path("d/link").c_str(), "trusted.probe", "2", 1, 0); }),
              ElementsAre("d/link: xattrs"));
}

TEST_F(SnapshotTest, SeesALinkThatPointsElsewhere) {
  fs::create_symlink("a", Path("link"));
  EXPECT_THAT(Changes([this] {
                const struct timespec mtime = MtimeOf(Path("link"));
                fs::remove(Path("link"));
                fs::create_symlink("b", Path("link"));
                SetTimes(Path("link"), mtime);
              }),
              ElementsAre(StartsWith("link: link target")));
}

TEST_F(SnapshotTest, SeesAnotherTypeUnderTheSameName) {
  EXPECT_THAT(Changes([this] {
                fs::remove(Path("file"));
                fs::create_directory(Path("file"));
              }),
              ElementsAre(StartsWith("file: type")));
}

TEST_F(SnapshotTest, SeesEntriesComeGoAndChangeTheirName) {
  EXPECT_THAT(Changes([this] { Write("new", ""); }), ElementsAre("+new"));
  EXPECT_THAT(Changes([this] { fs::remove(Path("new")); }), ElementsAre("-new"));
  EXPECT_THAT(Changes([this] { fs::rename(Path("file"), Path("other")); }), ElementsAre("-file", "+other"));
}

TEST_F(SnapshotTest, SeesAFileReplacedByOneOfTheSameContentAndTimes) {
  EXPECT_THAT(Changes([this] {
                Write("copy", "content");
                SetTimes(Path("copy"), MtimeOf(Path("file")));
                fs::rename(Path("copy"), Path("file"));
              }),
              ElementsAre("file: inode"));
}

TEST_F(SnapshotTest, SeesDevicesApart) {
  const auto make = [this](dev_t device) {
    ::unlink(Path("device").c_str());
    return ::mknod(Path("device").c_str(), S_IFCHR | 0600, device);
  };
  if (make(makedev(1, 3)) != 0) GTEST_SKIP() << "devices cannot be made here";
  EXPECT_THAT(Changes([&] { ASSERT_EQ(make(makedev(1, 5)), 0); }), ElementsAre(HasSubstr("device number")));
}

TEST_F(SnapshotTest, NeitherMovesNorComparesAccessTimes) {
  const std::array<struct timespec, 2> times = {
      {{1000, 0}, {2000, 0}}};  // older than mtime: relatime moves it
  ASSERT_EQ(::utimensat(AT_FDCWD, Path("file").c_str(), times.data(), 0), 0);
  const auto accessed = [this] {
    struct stat status = {};
    EXPECT_EQ(::lstat(Path("file").c_str(), &status), 0);
    return status.st_atim.tv_sec;
  };
  EXPECT_THAT(Changes([] {}), IsEmpty());
  EXPECT_EQ(accessed(), 1000);
  EXPECT_THAT(Changes([this] { EXPECT_TRUE(ReadFile(Path("file"))); }), IsEmpty());
  if (accessed() == 1000) GTEST_SKIP() << "mounted noatime";
}

// Every open(2) of an entry, as the kernel tells it.
std::multiset<std::string> NamesOpenedIn(const std::string& directory, const std::function<void()>& act) {
  const UniqueFd watch(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  EXPECT_GE(::inotify_add_watch(watch.get(), directory.c_str(), IN_OPEN), 0);
  act();
  std::multiset<std::string> names;
  alignas(struct inotify_event) std::array<char, 4096> buffer;
  const ssize_t got = ::read(watch.get(), buffer.data(), buffer.size());
  for (std::size_t at = 0; got > 0 && at < static_cast<std::size_t>(got);) {
    const auto* const event = reinterpret_cast<const struct inotify_event*>(&buffer[at]);
    if (event->len > 0) names.insert(event->name);
    at += sizeof(struct inotify_event) + event->len;
  }
  return names;
}

TEST_F(SnapshotTest, OpensNoPipeSocketDeviceOrLink) {
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  const UniqueFd unix_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  ASSERT_LT(Path("socket").size(), sizeof(address.sun_path));
  Path("socket").copy(address.sun_path, sizeof(address.sun_path) - 1);
  ASSERT_EQ(::bind(unix_socket.get(), reinterpret_cast<struct sockaddr*>(&address), sizeof(address)), 0);
  (void)::mknod(Path("device").c_str(), S_IFCHR | 0600, makedev(1, 3));
  fs::create_symlink("pipe", Path("link"));
  fs::create_symlink("file", Path("link-to-file"));
  EXPECT_THAT(NamesOpenedIn(root_.string(), [this] { Take(); }), ElementsAre("file"));
  EXPECT_TRUE(S_ISFIFO(Take().entries.at(Path("pipe")).mode));
  EXPECT_TRUE(S_ISSOCK(Take().entries.at(Path("socket")).mode));
}

TEST_F(SnapshotTest, RecordsWhatCannotBeReadWithoutLookingInside) {
  fs::create_directories(Path("closed/inner"));
  fs::create_directory(Path("listed"));
  Write("listed/name", "");
  ASSERT_EQ(::chmod(Path("closed").c_str(), 0), 0);
  ASSERT_EQ(::chmod(Path("listed").c_str(), 0444), 0);
  ASSERT_EQ(::chmod(Path("file").c_str(), 0), 0);
  Snapshot snapshot;
  {
    const AsOrdinaryUser user;
    snapshot = Take();
  }
  ::chmod(Path("closed").c_str(), 0700);
  ::chmod(Path("listed").c_str(), 0700);
  EXPECT_TRUE(S_ISDIR(snapshot.entries.at(Path("closed")).mode));
  EXPECT_FALSE(snapshot.entries.contains(Path("closed/inner")));
  EXPECT_EQ(snapshot.entries.at(Path("listed/name")).mode, 0u);
  EXPECT_EQ(snapshot.entries.at(Path("file")).sha256, "");
  TreeEntry readable = snapshot.entries.at(Path("file"));
  readable.sha256 = Sha256("");
  const Snapshot other{{{Path("file"), readable}}, 0};
  const Snapshot unread{{{Path("file"), snapshot.entries.at(Path("file"))}}, 0};
  EXPECT_EQ(Diff(unread, other).at(0).what, "readability");
}

TEST_F(SnapshotTest, ReadsFilesOfOtherOwners) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root has files of two owners";
  const AsOrdinaryUser user;  // may not use O_NOATIME on root's files
  EXPECT_EQ(Take().entries.at(Path("file")).content, "content");
}

TEST_F(SnapshotTest, WalksProcSelfFdAndOtherRootsThatComeAndGo) {
  const Result<Snapshot> descriptors = TakeSnapshot({"/proc/self/fd"}, nullptr);
  ASSERT_TRUE(descriptors) << descriptors.error().message;
  EXPECT_TRUE(S_ISLNK(descriptors->entries.at("/proc/self/fd/0").mode));
  EXPECT_THAT(TakeSnapshot({Path("missing"), Path("file/below")}, nullptr).value().entries, IsEmpty());
  EXPECT_FALSE(TakeSnapshot({"relative"}, nullptr));
}

TEST_F(SnapshotTest, TakesALinkAsARootForTheLinkAndNotForItsTarget) {
  fs::create_directory_symlink(root_, Path("link"));
  const Snapshot snapshot = TakeSnapshot({Path("link//")}, nullptr).value();
  ASSERT_EQ(snapshot.entries.size(), 1u);
  EXPECT_TRUE(S_ISLNK(snapshot.entries.at(Path("link")).mode));
}

TEST_F(SnapshotTest, StaysOnTheFileSystemOfItsRoot) {
  if (!fs::exists("/dev/pts/ptmx")) GTEST_SKIP() << "no other file system is mounted at /dev/pts";
  const Result<Snapshot> snapshot = TakeSnapshot({"/dev"}, nullptr);
  ASSERT_TRUE(snapshot) << snapshot.error().message;
  EXPECT_TRUE(snapshot->entries.contains("/dev/pts"));
  EXPECT_FALSE(snapshot->entries.contains("/dev/pts/ptmx"));
}

TEST_F(SnapshotTest, SaysWhenItWasTakenAndLeavesTheTickOfTheNewestChange) {
  const Snapshot snapshot = Take();
  WaitForNextTick(snapshot);
  struct timespec coarse = {};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &coarse);
  const std::int64_t now = std::int64_t{coarse.tv_sec} * 1'000'000'000 + coarse.tv_nsec;
  EXPECT_GT(now, snapshot.entries.at(Path("file")).ctime_ns);
  EXPECT_LT(snapshot.taken_ns, now + 1'000'000'000);
  EXPECT_GT(snapshot.taken_ns, now - std::int64_t{60} * 1'000'000'000);
}

TEST(Describe, NamesAChangeInOnePrintableLine) {
  EXPECT_EQ(Describe(TreeChange{"/a\n", TreeChange::Kind::kAdded, ""}), "added /a\\x0a");
  EXPECT_EQ(Describe(TreeChange{"/a", TreeChange::Kind::kRemoved, ""}), "removed /a");
  EXPECT_EQ(Describe(TreeChange{"/a", TreeChange::Kind::kModified, "content, mtime"}),
            "modified /a (content, mtime)");
}

}  // namespace
}  // namespace harness
