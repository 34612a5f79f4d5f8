// Summaries of pushes and pulls in the log.
import { expect, test } from 'vitest';
import { summarizePull, summarizePush } from '../../../src/jobs/channels/summaries.ts';

test.each([
  [{ pushed: 20, refused: 0, waits: null }, '20 nights pushed'],
  [{ pushed: 1, refused: 2, waits: null }, '1 night pushed, 2 refused'],
  [{ pushed: 0, refused: 1, waits: null }, '1 night refused'],
  [{ pushed: 4, refused: 0, waits: 'failure' }, '4 nights pushed, the rest waits'],
  [{ pushed: 4, refused: 0, waits: { seconds: 6 } }, '4 nights pushed, the rest follows in 6 s'],
  [{ pushed: 0, refused: 0, waits: { seconds: 0.4 } }, 'nothing pushed yet, all follows in 1 s'],
  [{ pushed: 0, refused: 0, waits: 'failure' }, 'nothing pushed yet, all waits'],
] as const)('a push of %o: %s', (counts, summary) => {
  expect(summarizePush(counts)).toBe(summary);
});

test.each([
  [
    'reservations',
    ['stored', 'changed', 'stored', { outcome: 'cancelled', withConflict: true }],
    0,
    '2 new bookings, 1 change of a booking, 1 cancellation with a conflict',
  ],
  [
    'messages',
    ['own', 'stored', 'own'],
    1,
    '2 replies of ours, 1 message of a guest, 1 of messages cannot be read',
  ],
  ['messages', ['system', 'inquiry'], 0, '1 text of the channel itself, 1 inquiry'],
  ['reviews', ['stored'], 0, '1 review'],
  ['reservations', [], 0, 'reservations not fetched'],
] as const)('a pull of %s with %o: %s', (name, outcomes, unreadable, summary) => {
  const items = outcomes.map((one) => (typeof one === 'string' ? { outcome: one } : one));
  expect(summarizePull(name, items, unreadable)).toBe(summary);
});
