// Generated nights for the adapters' tests: rooms with mapped ids, present values, and what of them is news.
import fc from 'fast-check';
import type { ConnectionView, MappedRoom, NightField, StaleNight } from '../../src/channels/channel.ts';
import type { NightValues } from '../../src/model/ari.ts';

export const FIELDS: readonly NightField[] = [
  'available',
  'priceMinor',
  'minStay',
  'maxStay',
  'closedToArrival',
  'closedToDeparture',
  'stopSell',
];

export const NOW = Temporal.Instant.from('2027-03-01T10:15:00Z');

/** The date that generated nights begin on: ten days before a month's end. */
export const FIRST = Temporal.PlainDate.from('2027-03-22');

export const ROOMS: readonly MappedRoom[] = [
  { roomId: 1, name: 'Double', capacity: 2, externalRoom: '100000101', externalRate: '2000001' },
  { roomId: 2, name: 'Single', capacity: 1, externalRoom: '100000102', externalRate: '2000002' },
  { roomId: 3, name: 'Suite & Co', capacity: 4, externalRoom: '100000103', externalRate: '2000003' },
];

export function connectionTo(channel: string, more: Partial<ConnectionView> = {}): ConnectionView {
  return {
    channel,
    url: null,
    settings: { hotel_id: '1234567' },
    credentials: {},
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    rooms: ROOMS,
    ...more,
  };
}

/** Values that every channel can hold; few of each, so that runs form. */
export const anyValues: fc.Arbitrary<NightValues> = fc.record({
  available: fc.constantFrom(-1, 0, 1, 2, 5),
  priceMinor: fc.constantFrom(9900, 12050),
  minStay: fc.constantFrom(1, 2, 7),
  maxStay: fc.constantFrom(null, 7, 14),
  closedToArrival: fc.boolean(),
  closedToDeparture: fc.boolean(),
  stopSell: fc.boolean(),
});

/** Any set of stale nights, by room and date, with gaps. */
export const anyStaleNights: fc.Arbitrary<StaleNight[]> = fc
  .array(
    fc.record({
      room: fc.constantFrom(...ROOMS),
      day: fc.nat(50),
      changed: fc.subarray([...FIELDS], { minLength: 1 }),
      values: anyValues,
      closing: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((drawn) => {
    const unique = new Map(drawn.map((night) => [`${night.room.roomId}/${night.day}`, night]));
    return [...unique.values()]
      .sort((a, b) => a.room.roomId - b.room.roomId || a.day - b.day)
      .map(({ day, ...night }) => ({ ...night, date: FIRST.add({ days: day }) }));
  });

/** Consecutive nights of one room with the same values, except where `vary` says otherwise. */
export function nights(
  days: number,
  more: Partial<Omit<StaleNight, 'values'>> & { values?: Partial<NightValues> } = {},
  vary: (day: number) => Partial<NightValues> = () => ({}),
): StaleNight[] {
  const { values, ...rest } = more;
  return Array.from({ length: days }, (_, day) => ({
    room: ROOMS[0]!,
    date: FIRST.add({ days: day }),
    changed: FIELDS,
    closing: false,
    ...rest,
    values: {
      available: 1,
      priceMinor: 12050,
      minStay: 1,
      maxStay: null,
      closedToArrival: false,
      closedToDeparture: false,
      stopSell: false,
      ...values,
      ...vary(day),
    },
  }));
}

/** The dates of a range, both included. */
export function datesOf(from: string, to: string): string[] {
  const dates: string[] = [];
  const last = Temporal.PlainDate.from(to);
  for (let date = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(date, last) <= 0; ) {
    dates.push(date.toString());
    date = date.add({ days: 1 });
  }
  return dates;
}
