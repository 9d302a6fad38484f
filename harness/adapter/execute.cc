// SPDX-License-Identifier: Apache-2.0
#include "harness/adapter/execute.h"

#include <utility>

#include "harness/process/run.h"

namespace harness {

LaunchResult Execute(const SessionRequest& session, const LaunchRequest& launch, const std::vector<std::string>& command,
                     const std::vector<std::string>& env) {
  std::vector<std::string> argv = session.command_prefix;
  argv.insert(argv.end(), command.begin(), command.end());
  ChildRequest child{argv, env, session.stage.workspace};
  child.account = session.account;
  child.dies_with_parent = true;
  RunLimits limits;
  limits.wall = launch.wall;
  limits.cancel_fd = session.cancel_fd;
  RunResult run = RunProgram(std::move(child), launch.input, limits);
  return {std::move(argv), run.ending, std::move(run.out), std::move(run.err), run.duration_ms, run.output_cut};
}

}  // namespace harness
