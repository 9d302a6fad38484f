// SPDX-License-Identifier: Apache-2.0
#include "adapters/container/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

namespace adapters {
namespace {

using harness::Network;
using harness::Policy;
using harness::Refused;
using nlohmann::ordered_json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const harness::SessionStage kStage = {"/s/workspace", "/s/home", "/s/tmp", "/s/bin"};
const ContainerImage kImage = {"/w/rootfs", "/usr/bin/busybox", "/w/cover-file", "/w/cover-directory"};

ContainerHost Host() {
  using Kind = harness::HostPath::Kind;
  ContainerHost host;
  host.named = {{"/", Kind::kDirectory},
                {"/dev", Kind::kDirectory},
                {"/dev/shm/s", Kind::kDirectory},
                {"/s/workspace", Kind::kDirectory},
                {"/s/workspace/key", Kind::kFile},
                {"/s/workspace/keys", Kind::kDirectory},
                {"/s/workspace/link", Kind::kSymlink},
                {"/s/outside", Kind::kDirectory}};
  host.top_level = {"/s", "/usr"};
  host.mount_points = {"/", "/proc", "/s/outside/disk", "/s/bin"};
  return host;
}

ContainerHost HostOfOrdinaryAccount() {
  ContainerHost host = Host();
  host.account = {1000, 100};
  return host;
}

Policy Default() { return Expand(Policy{}, {{"workspace", "/s/workspace"}}); }

ContainerPlan Plan(Engine engine, const Policy& policy, const ContainerHost& host = Host(),
                   const std::vector<std::string>& environment = {}) {
  const auto plan = PlanContainer(engine, policy, kStage, host, kImage, environment);
  const auto* refused = std::get_if<Refused>(&plan);
  EXPECT_EQ(refused, nullptr) << refused->part << ": " << refused->why;
  return refused == nullptr ? std::get<ContainerPlan>(plan) : ContainerPlan();
}

std::string RefusedPart(Engine engine, const std::function<void(Policy&)>& change, const ContainerHost& host = Host()) {
  Policy policy = Default();
  change(policy);
  const auto plan = PlanContainer(engine, policy, kStage, host, kImage, {});
  const auto* refused = std::get_if<Refused>(&plan);
  return refused == nullptr ? "nothing" : refused->part;
}

std::vector<std::string> Mounts(const ContainerPlan& plan) {
  std::vector<std::string> lines;
  for (const ContainerMount& mount : plan.mounts) {
    lines.push_back(mount.path + (mount.source == mount.path ? "" : " from " + mount.source) +
                    (mount.writable ? " rw" : " ro"));
  }
  return lines;
}

ordered_json Config(const ContainerPlan& plan) { return ordered_json::parse(OciConfig(plan, {"/s/bin/probe", "run"}).value()); }

std::string Joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

TEST(ContainerPlan, OfTheDefaultPolicyShowsTheWorkspaceAndTheToolsAndSharesNothing) {
  const ContainerPlan plan = Plan(Engine::kRunc, Default());
  EXPECT_THAT(Mounts(plan), ElementsAre("/s/bin ro", "/s/workspace rw"));
  EXPECT_TRUE(plan.own_processes);
  EXPECT_TRUE(plan.own_network);
  EXPECT_TRUE(plan.own_tmp);
  EXPECT_EQ(Joined(plan.init), "/bin/busybox unshare -f");
}

TEST(ContainerPlan, MountsAgainWhatIsMountedBelowAGrantAndCoversDenialsLast) {
  Policy policy = Default();
  policy.filesystem.read = {harness::kSystem, "/s/outside", "/s/workspace"};
  policy.filesystem.deny = {"/s/workspace/key", "/s/workspace/keys", "/elsewhere"};
  EXPECT_THAT(Mounts(Plan(Engine::kRunc, policy)),
              ElementsAre("/s/bin ro", "/s/outside ro", "/s/outside/disk ro", "/s/workspace rw",
                          "/s/workspace/key from /w/cover-file ro", "/s/workspace/keys from /w/cover-directory ro"));
}

TEST(ContainerPlan, GrantsTheWholeHostByItsTopLevelWhereTheRootIsGranted) {
  Policy policy = Default();
  policy.filesystem.read.emplace_back("/");
  const ContainerPlan plan = Plan(Engine::kRunc, policy);
  EXPECT_THAT(Mounts(plan), ElementsAre("/s ro", "/s/bin ro", "/s/outside/disk ro", "/s/workspace rw", "/usr ro"));
  EXPECT_FALSE(plan.own_tmp);
  EXPECT_EQ(Joined(plan.init), "/usr/bin/busybox unshare -f");
}

TEST(ContainerPlan, ShowsTheHostsNamesWhereTheNetworkIsOpen) {
  Policy policy = Default();
  policy.network.mode = Network::Mode::kOpen;
  const ContainerPlan plan = Plan(Engine::kRunc, policy);
  EXPECT_FALSE(plan.own_network);
  EXPECT_THAT(Mounts(plan), ElementsAre("/etc/hosts ro", "/etc/resolv.conf ro", "/s/bin ro", "/s/workspace rw"));
}

TEST(ContainerPlan, PassesAndSetsVariablesAndNoOthers) {
  Policy policy = Default();
  policy.environment.pass = {"WANTED", "UNSET"};
  policy.environment.set = {{"HOME", "/elsewhere"}};
  using Variables = std::map<std::string, std::string>;
  EXPECT_EQ(Plan(Engine::kRunc, policy, Host(), {"WANTED=1", "OTHER=2"}).environment,
            (Variables{{"HOME", "/elsewhere"},
                       {"LANG", "C.UTF-8"},
                       {"PATH", "/usr/local/bin:/usr/bin:/bin"},
                       {"TMPDIR", "/tmp"},
                       {"WANTED", "1"}}));
}

TEST(ContainerPlan, RefusesWhatNoEngineEnforces) {
  for (const Engine engine : AllEngines()) {
    const auto refused = [engine](const std::function<void(Policy&)>& change) { return RefusedPart(engine, change); };
    EXPECT_EQ(refused([](Policy& p) { p.sandbox = false; }), "sandbox");
    EXPECT_EQ(refused([](Policy& p) {
                p.network = {Network::Mode::kAllow, {"good.test:80"}, {}, {}};
              }),
              "network.allow");
    EXPECT_EQ(refused([](Policy& p) { p.process.signal_outside = true; }), "process.signal-outside");
    EXPECT_EQ(refused([](Policy& p) { p.limits.cpu = harness::Milliseconds(1); }), "limits.cpu");
    EXPECT_EQ(refused([](Policy& p) { p.limits.disk_bytes = 1; }), "limits.disk");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.write.emplace_back("/missing"); }), "filesystem");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.read.emplace_back("/dev"); }), "filesystem");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.read.emplace_back("/dev/shm/s"); }), "nothing");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/*.key"}; }), "filesystem.deny");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/missing"}; }), "filesystem.deny");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s/workspace/link"}; }), "filesystem.deny");
    EXPECT_EQ(refused([](Policy& p) { p.filesystem.deny = {"/s"}; }), "filesystem.deny");
  }
}

TEST(ContainerPlan, SetsLimitsOnlyWhereTheHostEnforcesThem) {
  const auto limit = [](Policy& p) {
    p.limits.memory_bytes = 64;
    p.limits.pids = 8;
  };
  EXPECT_EQ(RefusedPart(Engine::kRunc, limit), "limits.memory");
  const auto files = [](Policy& p) { p.limits.files = 64; };
  for (const Engine engine : {Engine::kRunsc, Engine::kPodman, Engine::kDocker}) {
    EXPECT_EQ(RefusedPart(engine, files), "limits.files") << Name(engine);
  }
  EXPECT_EQ(RefusedPart(Engine::kCrun, files), "nothing");
  ContainerHost host = Host();
  host.limits_memory = true;
  EXPECT_EQ(RefusedPart(Engine::kRunc, limit, host), "limits.pids");
  host.limits_pids = host.limits_swap = true;
  Policy policy = Default();
  limit(policy);
  const auto resources = Config(Plan(Engine::kRunc, policy, host))["linux"]["resources"];
  EXPECT_EQ(resources["memory"].dump(), R"({"limit":64,"swap":64})");
  EXPECT_EQ(resources["pids"].dump(), R"({"limit":8})");
  EXPECT_THAT(RunOptions(Plan(Engine::kDocker, policy, host)), Contains("--memory=64"));
}

TEST(ContainerPlan, SharesTheProcessTableOnlyWithEnginesThatCan) {
  const auto share = [](Policy& p) { p.process = {.isolate = false, .signal_outside = true}; };
  EXPECT_EQ(RefusedPart(Engine::kRunsc, share), "process.isolate");
  EXPECT_EQ(RefusedPart(Engine::kPodman, share), "process.isolate");
  Policy policy = Default();
  share(policy);
  const ContainerPlan plan = Plan(Engine::kCrun, policy);
  EXPECT_TRUE(plan.init.empty());
  EXPECT_EQ(Config(plan)["linux"]["namespaces"].dump(),
            R"([{"type":"mount"},{"type":"ipc"},{"type":"uts"},{"type":"network"}])");
}

TEST(OciConfig, StartsTheProgramBehindAnInitWithoutAnyCapability) {
  const auto config = Config(Plan(Engine::kRunc, Default()));
  EXPECT_EQ(config["process"].dump(),
            R"({"terminal":false,"user":{"uid":0,"gid":0},)"
            R"("args":["/bin/busybox","unshare","-f","/s/bin/probe","run"],)"
            R"("env":["HOME=/s/home","LANG=C.UTF-8","PATH=/usr/local/bin:/usr/bin:/bin","TMPDIR=/tmp"],)"
            R"("cwd":"/s/workspace","capabilities":{"bounding":[],"effective":[],"inheritable":[],"permitted":[],)"
            R"("ambient":[]},"rlimits":[{"type":"RLIMIT_CORE","hard":0,"soft":0}],"noNewPrivileges":true})");
  EXPECT_EQ(config["root"].dump(), R"({"path":"/w/rootfs","readonly":true})");
}

TEST(OciConfig, MountsItsOwnSystemFirstAndThenTheGrants) {
  EXPECT_EQ(Config(Plan(Engine::kRunc, Default()))["mounts"].dump(),
            R"([{"destination":"/proc","type":"proc","source":"proc","options":["nosuid","noexec","nodev"]},)"
            R"({"destination":"/dev","type":"tmpfs","source":"tmpfs",)"
            R"("options":["nosuid","strictatime","mode=755","size=65536k"]},)"
            R"({"destination":"/dev/pts","type":"devpts","source":"devpts",)"
            R"("options":["nosuid","noexec","newinstance","ptmxmode=0666","mode=0620"]},)"
            R"({"destination":"/dev/shm","type":"tmpfs","source":"tmpfs",)"
            R"("options":["nosuid","noexec","nodev","mode=1777","size=65536k"]},)"
            R"({"destination":"/tmp","type":"tmpfs","source":"tmpfs","options":["nosuid","nodev","mode=1777"]},)"
            R"({"destination":"/s/bin","type":"bind","source":"/s/bin","options":["rbind","nosuid","nodev","ro"]},)"
            R"({"destination":"/s/workspace","type":"bind","source":"/s/workspace",)"
            R"("options":["rbind","nosuid","nodev","rw"]}])");
}

TEST(OciConfig, MapsAnOrdinaryAccountToRootOfAUserNamespace) {
  const auto config = Config(Plan(Engine::kCrun, Default(), HostOfOrdinaryAccount()));
  EXPECT_EQ(config["linux"]["uidMappings"].dump(), R"([{"containerID":0,"hostID":1000,"size":1}])");
  EXPECT_EQ(config["linux"]["gidMappings"].dump(), R"([{"containerID":0,"hostID":100,"size":1}])");
  EXPECT_EQ(config["linux"]["namespaces"].dump(),
            R"([{"type":"mount"},{"type":"ipc"},{"type":"uts"},{"type":"pid"},{"type":"network"},{"type":"user"}])");
  EXPECT_FALSE(config["linux"].contains("resources"));
}

TEST(OciConfig, LeavesTheUserNamespaceToGVisorAndItsImageWritable) {
  const auto config = Config(Plan(Engine::kRunsc, Default(), HostOfOrdinaryAccount()));
  EXPECT_FALSE(config["linux"].contains("uidMappings"));
  EXPECT_EQ(config["root"]["readonly"], false);
  EXPECT_EQ(Config(Plan(Engine::kRunsc, Default()))["root"]["readonly"], true);
}

TEST(OciConfig, ForbidsNewNamespacesAndMountsByFilter) {
  const auto seccomp = Config(Plan(Engine::kRunc, Default()))["linux"]["seccomp"];
  EXPECT_EQ(seccomp["defaultAction"], "SCMP_ACT_ALLOW");
  EXPECT_THAT(seccomp["syscalls"][0]["names"].get<std::vector<std::string>>(), Contains("mount"));
  EXPECT_EQ(seccomp["syscalls"][1].dump(), R"({"names":["clone3"],"action":"SCMP_ACT_ERRNO","errnoRet":38})");
  EXPECT_EQ(seccomp["syscalls"][2].dump(),
            R"({"names":["clone","unshare"],"action":"SCMP_ACT_ERRNO","errnoRet":1,)"
            R"("args":[{"index":0,"value":131072,"valueTwo":131072,"op":"SCMP_CMP_MASKED_EQ"}]})");
}

TEST(OciConfig, SaysNothingWhereItWouldSaySomethingElse) {
  EXPECT_EQ(OciConfig(Plan(Engine::kRunc, Default()), {"/s/bin/probe", "\xff"}), std::nullopt);
}

const char kBothStart[] =
    "--rm --interactive --pull=never --read-only --hostname=sandbox --network=none --cap-drop=ALL "
    "--security-opt=no-new-privileges --workdir=/s/workspace ";
const char kBothTmp[] = "--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777 ";
const char kBothEnvironment[] =
    " --env=HOME=/s/home --env=LANG=C.UTF-8 --env=PATH=/usr/local/bin:/usr/bin:/bin --env=TMPDIR=/tmp ";

TEST(RunOptions, OfPodmanForTheDefaultPolicy) {
  EXPECT_EQ(
      Joined(RunOptions(Plan(Engine::kPodman, Default()))),
      std::string(kBothStart) + kBothTmp +
          "--cgroups=disabled --systemd=false --read-only-tmpfs=false --http-proxy=false --unsetenv-all --no-hosts "
          "--log-driver=none --sdnotify=ignore --image-volume=ignore --entrypoint= --ulimit=host" +
          kBothEnvironment +
          "--mount=type=bind,source=/s/bin,destination=/s/bin,ro=true "
          "--mount=type=bind,source=/s/workspace,destination=/s/workspace");
}

TEST(RunOptions, OfPodmanMapTheOneAccountThatAnOrdinaryUserHas) {
  EXPECT_THAT(Joined(RunOptions(Plan(Engine::kPodman, Default(), HostOfOrdinaryAccount()))),
              HasSubstr("--uidmap=0:0:1 --gidmap=0:0:1"));
}

TEST(RunOptions, OfDockerForTheDefaultPolicy) {
  const ContainerPlan plan = Plan(Engine::kDocker, Default());
  EXPECT_TRUE(plan.init.empty());
  EXPECT_EQ(Joined(RunOptions(plan)),
            std::string(kBothStart) + kBothTmp +
                "--init --user=0:0 --log-driver=none --entrypoint= --cgroupns=private --ulimit=core=0:0" +
                kBothEnvironment +
                "--mount=type=bind,source=/s/bin,destination=/s/bin,readonly "
                "--mount=type=bind,source=/s/workspace,destination=/s/workspace");
}

TEST(RunOptions, ShareTheNetworkAndQuotePathsWithCommas) {
  ContainerPlan plan = Plan(Engine::kDocker, Default());
  plan.own_network = false;
  plan.mounts = {{"/a,b", "/a,b", true}};
  EXPECT_THAT(RunOptions(plan), Contains("--network=host"));
  EXPECT_THAT(RunOptions(plan), Contains("--mount=type=bind,\"source=/a,b\",\"destination=/a,b\""));
  EXPECT_THAT(RunOptions(plan), Not(Contains("--network=none")));
}

}  // namespace
}  // namespace adapters
