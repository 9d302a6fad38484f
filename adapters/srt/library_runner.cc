// SPDX-License-Identifier: Apache-2.0
#include "adapters/srt/library_runner.h"

namespace adapters {

const char kSrtLibraryRunner[] = R"js(
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const [directory, settings, line] = process.argv.slice(2);
const { SandboxManager } = await import(`${directory}/dist/index.js`);
try {
  await SandboxManager.initialize(JSON.parse(readFileSync(settings, 'utf8')));
  const wrapped = await SandboxManager.wrapWithSandbox(line);
  const child = spawn(wrapped, { shell: true, stdio: 'inherit' });
  const ending = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
  SandboxManager.cleanupAfterCommand?.();
  await SandboxManager.reset();
  process.exit(ending);
} catch (error) {
  console.error(`sandbox-runtime: ${error.message}`);
  process.exit(1);
}
)js";

}  // namespace adapters
