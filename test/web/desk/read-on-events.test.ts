// Reading again after events: at once, or for what costs much with pauses, and not while nobody looks.
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { shown } from '../../../web/desk/property.ts';
import { readOnEvents } from '../../../web/desk/read-on-events.ts';
import { ServerRefusal } from '../../../web/desk/server.ts';

let listener: (events: readonly DeskEvent[] | null) => void;
let seen: () => void;
let copy: { state: ReturnType<typeof signal>; link: ReturnType<typeof signal> };
const page = {
  hidden: false,
  addEventListener: (_: string, listen: () => void) => {
    seen = listen;
  },
};
const event = (kind: string) => [{ kind, data: {} }] as unknown as DeskEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
  const onEvents = (one: typeof listener) => {
    listener = one;
    return () => {};
  };
  copy = { state: signal({}), link: signal({ state: 'live' }) };
  shown.value = { replica: { onEvents, ...copy } } as never;
});
afterEach(() => {
  shown.value = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(spacingMs?: number) {
  const read = vi.fn(async () => {});
  const isConcerned = ({ kind }: DeskEvent) => kind === 'booking.created';
  const { end } = readOnEvents(read, isConcerned, spacingMs === undefined ? {} : { spacingMs });
  return { read, end };
}

test('it is read at once, and after events that concern it', async () => {
  const { read, end } = start();
  listener(event('message.received'));
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(1);
  listener(event('booking.created'));
  listener(event('booking.created'));
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(2);
  end();
});

test('it is read once at the start: as soon as the copy is here', async () => {
  copy.state.value = null;
  copy.link.value = { state: 'connecting' };
  const { read, end } = start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(0);
  copy.state.value = {};
  listener(null);
  copy.link.value = { state: 'live' };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(1);
  listener(null);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(2);
  end();
});

test('a copy that was kept on the device counts from the moment on at which the server is reached', async () => {
  copy.state.value = null;
  copy.link.value = { state: 'connecting' };
  const { read, end } = start();
  copy.state.value = {};
  await vi.advanceTimersByTimeAsync(10_000);
  copy.link.value = { state: 'live' };
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(1);
  end();
});

test('without a copy, which the server refuses, it is read at once', () => {
  copy.state.value = null;
  copy.link.value = { state: 'refused' };
  const { read, end } = start();
  expect(read).toHaveBeenCalledTimes(1);
  end();
});

test('what could not be reached is read again after a pause, what is refused once the server is back', async () => {
  const { read, end } = start();
  read.mockRejectedValueOnce(new Error('cut'));
  listener(null);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(read).toHaveBeenCalledTimes(3);
  read.mockRejectedValueOnce(new ServerRefusal(403, { code: 'forbidden', detail: '', data: {} } as never));
  listener(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(4);
  copy.link.value = { state: 'offline' };
  copy.link.value = { state: 'live' };
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(5);
  end();
});

test('what costs much is read at most once in a while', async () => {
  const { read, end } = start(15_000);
  for (let passed = 0; passed < 44_000; passed += 1_000) {
    listener(event('booking.created'));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(read).toHaveBeenCalledTimes(3);
  end();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('and not while the page is hidden, but when it is seen again', async () => {
  const { read, end } = start(15_000);
  page.hidden = true;
  listener(event('booking.created'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(1);
  page.hidden = false;
  seen();
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(2);
  end();
});
