// Rooms that wait while the channel refuses them, and refusals that are of the connection instead.
import { expect, test } from 'vitest';
import { createRefusedRoomTracker } from '../../../src/jobs/channels/refused-rooms.ts';

const MINUTE_MS = 60_000;

const denied = (reason: string) => ({ reason, cause: { code: 'access_denied', said: reason } as const });

function rooms(mapped = ['1', '2', '3']) {
  const clock = { ms: 0 };
  return { clock, refused: createRefusedRoomTracker(mapped, () => clock.ms) };
}

test('a room that is refused waits 1, 5, then 15 minutes, and the others do not', () => {
  const { clock, refused } = rooms();
  for (const minutes of [1, 5, 15, 15]) {
    expect(refused.refuse(new Set(['2']), denied('HTTP 403: not yours'))).toBe(true);
    refused.accept(['1', '3']);
    expect(['1', '2', '3'].map(refused.isWaiting)).toEqual([false, true, false]);
    clock.ms += minutes * MINUTE_MS - 1;
    expect([refused.isWaiting('2'), refused.isDueBy(clock.ms)]).toEqual([true, false]);
    clock.ms += 1;
    expect([refused.isWaiting('2'), refused.isDueBy(clock.ms)]).toEqual([false, true]);
  }
  expect(refused.message).toBe('pushes of room 2: HTTP 403: not yours');
  refused.accept(['2']);
  expect([refused.count, refused.message]).toEqual([0, null]);
});

test('a refusal of all rooms, or of two one after the other, is one of the connection', () => {
  const { refused } = rooms();
  expect(refused.refuse(new Set(['1', '2', '3']), denied('no'))).toBe(false);
  refused.accept(['1']);
  expect(refused.refuse(new Set(['1']), denied('no'))).toBe(true);
  expect(refused.refuse(new Set(['1']), denied('no, again'))).toBe(true);
  expect(refused.refuse(new Set(['2']), denied('no'))).toBe(false);
  expect(rooms(['1']).refused.refuse(new Set(['1']), denied('no'))).toBe(false);
});

test('a room of which nothing is to be pushed any more is forgotten', () => {
  const { refused } = rooms();
  refused.refuse(new Set(['1']), denied('no'));
  refused.retainOnly(new Set(['1', '2']));
  expect(refused.count).toBe(1);
  refused.retainOnly(new Set(['2']));
  expect(refused.count).toBe(0);
});

test('units that are sold by themselves wait by themselves, and are named', () => {
  const { refused } = rooms(['1/7', '1/8', '2']);
  expect(refused.refuse(new Set(['1/8']), denied('not yours'))).toBe(true);
  expect(['1/7', '1/8', '2'].map(refused.isWaiting)).toEqual([false, true, false]);
  expect(refused.message).toBe('pushes of room 1 unit 8: not yours');
  expect(refused.cause).toEqual({
    code: 'access_denied',
    said: 'not yours',
    about: ['nights'],
    roomIds: [1],
  });
});
