// Global setup of the tests in a browser: the front desk as it is built now, once for all of their files.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { CHROMIUM } from '../browser/chart/chromium.ts';

const WEB = path.resolve(import.meta.dirname, '../../web');

/** Builds the desk into a temporary folder. Test files read it; one that changes it copies it first. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'innwire-desk-'));
  project.provide('builtDesk', folder);
  if (CHROMIUM !== null)
    await build({
      configFile: path.join(WEB, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true, minify: false },
    });
  return () => rm(folder, { recursive: true, force: true });
}
