// The order of housekeeping, from a copy that was made by hand.
import { expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { dayOfDate } from '../../../web/days.ts';
import { stateOf } from '../../../web/replica/state.ts';
import { nextText } from '../../../web/screens/housekeeping/texts.ts';
import { type UnitStays, workOf } from '../../../web/screens/housekeeping/work.ts';

const TODAY = '2026-11-24';
const NOW = `${TODAY}T09:00:00Z`;

function copyOf(units: object[]) {
  return stateOf({
    seq: 1,
    today: TODAY,
    fromdate: '2026-11-10',
    todate: '2027-01-10',
    property: { timezone: 'UTC', settings: { checkin_time: '15:00', inspects_units: false } },
    rooms: [{ room_id: 1, name: 'Double' }],
    units: units.map((unit) => ({ room_id: 1, condition: 'dirty', condition_at: NOW, ...unit })),
    bookings: [],
    closures: [],
    tasks: [],
  } as unknown as Desk);
}

const next = (date: string | null, more: Partial<UnitStays> = {}): UnitStays => ({
  guest: null,
  arrivesAt: null,
  nextDay: date === null ? null : dayOfDate(date),
  expected: null,
  present: null,
  ...more,
});

test('units are ordered by the next arrival: its hour today, then its day; unknown last, with the month from a week ahead on', () => {
  const units = [21, 22, 23, 24, 25].map((id) => ({ unit_id: id, name: String(id) }));
  const stays = new Map([
    [21, next(null)],
    [22, next('2026-12-01')],
    [23, next('2026-11-28')],
    [24, next(TODAY, { arrivesAt: '18:00' })],
    [25, next(TODAY, { arrivesAt: '15:00' })],
  ]);
  const work = workOf(copyOf(units), stays);
  expect(work.map(({ unit }) => unit.name)).toEqual(['25', '24', '23', '22', '21']);
  expect(nextText(work[2]!)).not.toContain('Nov');
  expect(nextText(work[3]!)).toContain('Dec');
});
