// The demo from the command line: sales are pushed, calendars agree at the end, and no files remain.
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT, launch, newPath, useProcesses, waitFor } from '../harness/process.ts';

useProcesses();

const DEMO = join(CHECKOUT, 'demo/main.ts');

test('runs for some seconds: sales are pushed to the OTAs, theirs arrive, and all calendars agree', async () => {
  const { demo, tmp } = startDemo(['--seconds', '12', '--clock', '20', '--seed', '7']);
  const { code, stdout, stderr } = await demo.end();
  expect(stderr).toBe('');
  expect(code).toBe(0);
  for (const channel of ['Booking.com', 'Expedia', 'Channex', 'open channel', 'Vrbo']) {
    expect(stdout).toMatch(new RegExp(`#\\d+ pushed to .*${channel} after [\\d.]+ m?s`));
  }
  expect(stdout).toMatch(/BOOKED {2}#\d+ .* after its sale/);
  expect(stdout).toContain('All 6 calendars equal ours.');
  expect(stdout).not.toMatch(/[1-9]\d* news unacknowledged/);
  expect(readdirSync(tmp)).toEqual([]);
});

test('ends at Ctrl-C with nothing left behind', async () => {
  const { demo, tmp } = startDemo([]);
  await waitFor(demo, /Guests come/);
  demo.signal('SIGINT', 'group');
  const { code, stderr } = await demo.end();
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(readdirSync(tmp)).toEqual([]);
});

function startDemo(options: readonly string[]) {
  const tmp = newPath('tmp');
  mkdirSync(tmp);
  chmodSync(tmp, 0o755);
  const demo = launch([DEMO, ...options], { program: [process.execPath], env: { TMPDIR: tmp } });
  return { demo, tmp };
}
