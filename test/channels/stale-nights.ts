// Stale nights for tests of pushes: constructed one by one, or generated for property tests.
import fc from 'fast-check';
import type { Cells, ConnectionView, MappedRoom, StaleNight } from '../../src/channels/channel.ts';
import { getAdapter } from '../../src/channels/registry.ts';
import { withDefaults } from '../../src/channels/settings-schema.ts';
import { NIGHT_FIELDS, type NightValues } from '../../src/model/night-values.ts';

export const NOW = Temporal.Instant.from('2027-03-01T10:15:00Z');

/** Generated nights begin here. */
export const TODAY = Temporal.PlainDate.from('2027-03-01');

/** Constructed nights begin here: ten days before the end of a month. */
export const FIRST = Temporal.PlainDate.from('2027-03-22');

export const ROOMS: readonly MappedRoom[] = [
  { roomId: 1, name: 'Double', capacity: 2, externalRoom: '100000101', externalRates: ['2000001'] },
  { roomId: 2, name: 'Single', capacity: 1, externalRoom: '100000102', externalRates: ['2000002'] },
  { roomId: 3, name: 'Suite & Co', capacity: 4, externalRoom: '100000103', externalRates: ['2000003'] },
];

/** A connection over a protocol to the OTA of the same name, with the defaults of settings that are not given. */
export function connectionTo(protocol: string, more: Partial<ConnectionView> = {}): ConnectionView {
  return withFilledSettings(protocol, {
    channel: protocol,
    url: null,
    settings: {},
    credentials: {},
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    rooms: ROOMS,
    otas: [],
    salesLimits: null,
    ...more,
  });
}

/** The connection with the defaults of settings that it lacks, as the connection worker passes it on. */
export function withFilledSettings(protocol: string, connection: ConnectionView): ConnectionView {
  const { settingsSchema } = getAdapter(protocol);
  return { ...connection, settings: withDefaults(settingsSchema, connection.settings) };
}

/** Values that every channel supports; few of each, so that runs form. */
export const supportedValues: fc.Arbitrary<NightValues> = fc.record({
  available: fc.constantFrom(-1, 0, 1, 1, 1, 5),
  priceMinor: fc.constantFrom(9_900, 12_050, 12_050),
  minStay: fc.constantFrom(1, 1, 2, 7),
  maxStay: fc.constantFrom(null, null, 7, 14),
  closedToArrival: fc.constantFrom(false, false, true),
  closedToDeparture: fc.constantFrom(false, false, true),
  stopSell: fc.constantFrom(false, false, true),
});

/** The whole range that the calendar allows, and a price that nobody has set. */
export const anyValues: fc.Arbitrary<NightValues> = fc.oneof(
  supportedValues,
  fc.record({
    available: fc.constantFrom(-5, 0, 1, 254, 255, 9_999),
    priceMinor: fc.constantFrom(0, 1, 49, 9_900, 999_999_999_999),
    minStay: fc.constantFrom(1, 28, 29, 31, 32, 365, 999),
    maxStay: fc.constantFrom(null, 1, 28, 31, 365, 999),
    closedToArrival: fc.boolean(),
    closedToDeparture: fc.boolean(),
    stopSell: fc.boolean(),
  }),
);

/** Nights by room and date, with gaps; neighbours are often equal, and ranges cross the ends of months. */
export function staleNights(
  rooms: readonly MappedRoom[] = ROOMS,
  values: fc.Arbitrary<NightValues> = anyValues,
): fc.Arbitrary<StaleNight[]> {
  const stretch = fc.record({
    gap: fc.integer({ min: 0, max: 3 }),
    length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    values,
    changed: fc.oneof(fc.constant([...NIGHT_FIELDS]), fc.subarray([...NIGHT_FIELDS], { minLength: 1 })),
    harder: fc.boolean(),
  });
  const ofRoom = fc.array(stretch, { maxLength: 6 });
  return fc.tuple(...rooms.map(() => ofRoom)).map((perRoom) =>
    rooms.flatMap((room, index) => {
      let next = TODAY;
      return perRoom[index]!.flatMap(({ gap, length, harder, ...pushed }) => {
        const first = next.add({ days: gap });
        next = first.add({ days: length });
        const closing = harder && (pushed.changed.includes('available') || stops(pushed));
        return Array.from({ length }, (_, i) => ({ room, date: first.add({ days: i }), closing, ...pushed }));
      });
    }),
  );
}

function stops({ changed, values }: Pick<StaleNight, 'changed' | 'values'>): boolean {
  return values.stopSell && changed.includes('stopSell');
}

/** Default values of a night. */
export const USUAL: NightValues = {
  available: 1,
  priceMinor: 12_050,
  minStay: 1,
  maxStay: null,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
};

/** Consecutive nights of one room with the same values, except where `vary` says otherwise. */
export function nights(
  days: number,
  more: Partial<Omit<StaleNight, 'values'>> & { values?: Partial<NightValues> } = {},
  vary: (day: number) => Partial<NightValues> = () => ({}),
): StaleNight[] {
  const { values, date = FIRST, ...rest } = more;
  return Array.from({ length: days }, (_, day) => ({
    room: ROOMS[0]!,
    changed: NIGHT_FIELDS,
    closing: false,
    ...rest,
    date: date.add({ days: day }),
    values: { ...USUAL, ...values, ...vary(day) },
  }));
}

/** `room/date/field` of every cell, so that sets of cells can be compared. */
export function cellsOf(cells: readonly Cells[]): string[] {
  return cells.flatMap(({ roomId, from, to, fields }) =>
    datesOf(from.toString(), to.toString()).flatMap((date) =>
      fields.map((field) => `${roomId}/${date}/${field}`),
    ),
  );
}

export function changedCells(stale: readonly StaleNight[]): string[] {
  return stale.flatMap(({ room, date, changed }) =>
    changed.map((field) => `${room.roomId}/${date}/${field}`),
  );
}

/** The dates of a range, both included. */
export function datesOf(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from);
  const days = first.until(to, { largestUnit: 'day' }).days;
  return Array.from({ length: days + 1 }, (_, i) => first.add({ days: i }).toString());
}
