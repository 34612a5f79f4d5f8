// A client of release 0.2.0 notices nothing: its requests are answered as that release answered them, with members
// appended at most. docs/operations.md says what the version of the API promises.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useApi } from '../../harness/api.ts';
import { type RecordedAnswer, replay } from './replay.ts';

const RECORDING = new URL('release-0.2.json', import.meta.url);

const api = useApi();

/** Says where an answer differs other than by appended members; `before` is that of the earlier release. */
function differences(before: unknown, after: unknown, at = ''): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [`${at}: ${before.length} items became ${after.length}`];
    return before.flatMap((item, i) => differences(item, after[i], `${at}[${i}]`));
  }
  if (isObject(before) && isObject(after)) {
    const names = Object.keys(before);
    const kept = Object.keys(after).filter((name) => name in before);
    const order = kept.join() === names.join() ? [] : [`${at}: ${names} became ${Object.keys(after)}`];
    // Events follow their record by what changed in it.
    const appended = 'changed' in before || Object.keys(after).slice(0, names.length).join() === names.join();
    const inside = names.flatMap((name) => differences(before[name], after[name], `${at}.${name}`));
    return [...order, ...(appended ? [] : [`${at}: not appended: ${Object.keys(after)}`]), ...inside];
  }
  return JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [`${at}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

test('requests of release 0.2.0 are answered as before, with members appended at most', async () => {
  api.clock = Temporal.Instant.from('2026-06-15T16:00:00Z');
  const answers = await replay(api);
  if (process.env['RECORD']) writeFileSync(RECORDING, `${JSON.stringify(answers, null, 1)}\n`);
  const recorded: RecordedAnswer[] = JSON.parse(readFileSync(RECORDING, 'utf8'));
  expect(answers.map(({ request }) => request)).toEqual(recorded.map(({ request }) => request));
  const found = recorded.flatMap((one, i) => differences(one, answers[i], `${i} ${one.request}`));
  expect(found).toEqual([]);
});
