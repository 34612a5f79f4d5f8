// The lines of a folio.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import { formatDay, formatDays } from '../../../web/format.ts';
import { stay as de } from '../../../web/messages/de/stay.ts';
import { stay as en } from '../../../web/messages/en/stay.ts';
import { detailOfEntry, foldReversed, nameOfEntry } from '../../../web/screens/stay/folio-lines.ts';
import type { FolioEntry } from '../../../web/stay/folio.ts';

const entry = (id: number, more: Partial<FolioEntry> = {}) =>
  ({
    id,
    type: 'payment',
    description: 'Payment',
    date: '2026-11-24',
    method: null,
    reverses_id: null,
    service_from: null,
    service_until: null,
    ...more,
  }) as FolioEntry;

test('an entry and its reversal are folded together; a reversal without its entry counts', () => {
  const entries = [entry(1), entry(2), entry(3, { reverses_id: 1 }), entry(4, { reverses_id: 99 })];
  const { counting, reversed } = foldReversed(entries);
  expect(counting.map(({ id }) => id)).toEqual([2, 4]);
  expect(reversed.map(({ id }) => id)).toEqual([1, 3]);
});

test('what a booking posts and reversals are in the language of the screen, what people wrote is as it was', () => {
  const names = [
    entry(4, { description: 'Deposit' }),
    entry(5, { type: 'charge', description: 'Minibar' }),
    entry(6, { type: 'income', description: 'Booking 10001' }),
    entry(7, { description: 'Reversal of entry 1', reverses_id: 1 }),
  ].map((one) => nameOfEntry(one, de.folio));
  expect(names).toEqual(['Deposit', 'Minibar', 'Aufenthalt', 'Storno']);
});

test('the price says its nights, a payment its method, other entries the day', () => {
  const nights = { type: 'income', service_from: '2026-12-01', service_until: '2026-12-04' };
  const days = formatDays(dayOfDate('2026-12-01'), dayOfDate('2026-12-04'));
  expect(detailOfEntry(entry(1, nights), en.folio)).toBe(days);
  expect(detailOfEntry(entry(2, { method: 'cash' }), de.folio)).toBe('Bar');
  expect(detailOfEntry(entry(3, { type: 'charge' }), en.folio)).toBe(formatDay(dayOfDate('2026-11-24')));
});
