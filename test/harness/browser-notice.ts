// Global setup of the tests: where this machine has no browser, `npm test` says in one line that the tests in one are skipped.
import { CHROMIUM } from '../browser/chart/chromium.ts';

/** Prints the line. */
export default function setup(): void {
  if (CHROMIUM !== null || process.env['npm_lifecycle_event'] !== 'test') return;
  console.log(
    'No Chromium on this machine: the tests in test/browser are skipped. CHROMIUM may name its file.',
  );
}
