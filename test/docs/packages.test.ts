// The output of `npm ci` and the packages it skips must not depend on the Node that runs npm: see
// scripts/trim-lock-file.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LOCK_FILE = path.resolve(import.meta.dirname, '../../package-lock.json');

test('no package in the lock file names the Node it needs, so npm ci neither warns of nor skips any', () => {
  const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
  const named = Object.keys(packages).filter((name) => name !== '' && packages[name].engines);
  expect(named, 'run "npm run lockfile"').toEqual([]);
});
