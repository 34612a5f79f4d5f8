// The state of the channels: one read for all that use it, and the newest answer stays.
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { channelStatus, failingChannels, followChannelStatus } from '../../../web/desk/channel-status.ts';
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
  const replica = { onEvents, state: signal({}), link: signal({ state: 'live' }) };
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

test('a channel needs somebody that has failed, refuses nights, or has an OTA behind it that fails', () => {
  const sync = (more: object) => ({
    sync: { last_error: null, last_error_cause: null, rejected_nights: 0, failing_otas: [], ...more },
  });
  const failing = failingChannels({
    channels: { airbnb: 'connected', vrbo: 'error', expedia: 'delayed', channex: 'delayed', agoda: 'error' },
    channel_details: {
      airbnb: sync({}),
      vrbo: sync({ last_error: 'HTTP 503' }),
      expedia: sync({ rejected_nights: 2, failing_otas: ['booking_com'] }),
      channex: sync({ last_error: 'Booking.com is switched off.', failing_otas: ['booking_com'] }),
    },
  } as never);
  expect(failing).toEqual([
    { channel: 'vrbo', rejectedNights: 0, error: 'HTTP 503', cause: null, failingOtas: [] },
    { channel: 'expedia', rejectedNights: 2, error: null, cause: null, failingOtas: [] },
    {
      channel: 'channex',
      rejectedNights: 0,
      error: 'Booking.com is switched off.',
      cause: null,
      failingOtas: ['booking_com'],
    },
    { channel: 'agoda', rejectedNights: 0, error: null, cause: null, failingOtas: [] },
  ]);
});
