// Global setup of the tests: where this machine has no browser, `npm test` and `test:desk` say in one line that the tests in one are skipped.
import { CHROMIUM } from '../browser/chart/chromium.ts';

/** Prints the line. */
export default function setup(): void {
  if (CHROMIUM !== null || !/^test(:desk)?$/.test(process.env['npm_lifecycle_event'] ?? '')) return;
  console.log(
    'No Chromium on this machine: the tests in test/browser are skipped. CHROMIUM may name its file.',
  );
}
