// Invented nights that a channel must be told, for properties that hold whatever the nights are.
import fc from 'fast-check';
import type {
  ConnectionView,
  MappedRoom,
  NightField,
  Rejection,
  StaleNight,
} from '../../src/channels/channel.ts';
import type { NightValues } from '../../src/model/ari.ts';

export const TODAY = Temporal.PlainDate.from('2027-03-01');
export const NOW = Temporal.Instant.from('2027-03-01T10:15:00Z');

export const ROOMS: readonly MappedRoom[] = [
  { roomId: 101, name: 'Double', capacity: 2, externalRoom: 'type-101', externalRate: 'rate-101' },
  { roomId: 102, name: 'Single', capacity: 1, externalRoom: 'type-102', externalRate: 'rate-102' },
  { roomId: 103, name: 'Suite', capacity: 4, externalRoom: 'type-103', externalRate: 'rate-103' },
];

export function connectionTo(channel: string, more: Partial<ConnectionView> = {}): ConnectionView {
  return {
    channel,
    url: 'http://channel.test',
    settings: {},
    credentials: {},
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    rooms: ROOMS,
    ...more,
  };
}

export const FIELDS: readonly NightField[] = [
  'available',
  'priceMinor',
  'minStay',
  'maxStay',
  'closedToArrival',
  'closedToDeparture',
  'stopSell',
];

const values: fc.Arbitrary<NightValues> = fc.record({
  // few different values, so that runs come about
  available: fc.constantFrom(-1, 0, 1, 1, 1, 3),
  priceMinor: fc.constantFrom(0, 9_900, 12_050, 12_050, 12_050),
  minStay: fc.constantFrom(1, 1, 2),
  maxStay: fc.constantFrom(null, null, 14),
  closedToArrival: fc.constantFrom(false, false, true),
  closedToDeparture: fc.constantFrom(false, false, true),
  stopSell: fc.constantFrom(false, false, true),
});

/** Nights by room and date, with gaps; neighbours are often alike. */
export function staleNights(rooms: readonly MappedRoom[] = ROOMS): fc.Arbitrary<StaleNight[]> {
  const changed = fc.subarray([...FIELDS], { minLength: 1 });
  const stretch = fc.record({
    gap: fc.integer({ min: 0, max: 3 }),
    length: fc.integer({ min: 1, max: 40 }),
    values,
    changed: fc.oneof(fc.constant([...FIELDS]), changed),
    closing: fc.boolean(),
  });
  const ofRoom = fc.array(stretch, { maxLength: 6 });
  return fc.tuple(...rooms.map(() => ofRoom)).map((perRoom) =>
    rooms.flatMap((room, index) => {
      let offset = 0;
      return perRoom[index]!.flatMap(({ gap, length, ...night }) => {
        const first = offset + gap;
        offset = first + length;
        return Array.from({ length }, (_, i) => ({ room, date: TODAY.add({ days: first + i }), ...night }));
      });
    }),
  );
}

/** `room/date/field` of every cell, so that sets of cells can be compared. */
export function cellsOf(cells: readonly Omit<Rejection, 'words'>[]): string[] {
  return cells.flatMap(({ roomId, from, to, fields }) => {
    const days = from.until(to, { largestUnit: 'day' }).days;
    return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i })).flatMap((date) =>
      fields.map((field) => `${roomId}/${date}/${field}`),
    );
  });
}

export function changedCells(nights: readonly StaleNight[]): string[] {
  return nights.flatMap(({ room, date, changed }) =>
    changed.map((field) => `${room.roomId}/${date}/${field}`),
  );
}
