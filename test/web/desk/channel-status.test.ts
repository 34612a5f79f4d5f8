// The state of the channels: one read for all that use it, and the newest answer stays.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channelStatus, followChannelStatus } from '../../../web/desk/channel-status.ts';
import { shown } from '../../../web/desk/property.ts';

let listener: (events: readonly object[] | null) => void;
let answers: ((state: string) => void)[];
let aborts: (AbortSignal | undefined)[];

beforeEach(() => {
  vi.useFakeTimers();
  [answers, aborts] = [[], []];
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' });
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    aborts.push(signal ?? undefined);
    return new Promise((resolve) => {
      answers.push((state) =>
        resolve(
          new Response(JSON.stringify({ channels: { airbnb: state } }), {
            headers: { 'content-type': 'application/json' },
          }),
        ),
      );
    });
  });
  const onEvents = (one: typeof listener) => {
    listener = one;
    return () => {};
  };
  const replica = { onEvents, link: { value: { state: 'live' } } };
  shown.value = { hotelId: 1001, scopes: null, canWrite: true, replica } as never;
});
afterEach(() => {
  shown.value = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stateShown = () => channelStatus.value?.channels['airbnb'];

test('several uses have one read, which ends with the last of them', async () => {
  const ends = [followChannelStatus(), followChannelStatus()];
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(2);
  ends[0]!();
  expect(aborts.some((signal) => signal?.aborted)).toBe(false);
  ends[1]!();
  expect(aborts.every((signal) => signal?.aborted)).toBe(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(answers).toHaveLength(2);
});

test('an older answer does not replace a newer one', async () => {
  const end = followChannelStatus();
  listener([{ kind: 'channel.changed' }]);
  await vi.advanceTimersByTimeAsync(100);
  answers[1]!('error');
  await vi.advanceTimersByTimeAsync(1);
  answers[0]!('connected');
  await vi.advanceTimersByTimeAsync(1);
  expect(stateShown()).toBe('error');
  end();
});
