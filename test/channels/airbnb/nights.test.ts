// Pushes to Airbnb: one message for each listing, after which a minimal calendar has the current values.
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { airbnb } from '../../../src/channels/airbnb/index.ts';
import type { AriMessage, ConnectionView, StaleNight } from '../../../src/channels/channel.ts';
import { randomly } from '../../harness/random.ts';
import { cellsOf, changedCells, nights as consecutiveNights, NOW, staleNights } from '../stale-nights.ts';
import { answer, connection, fixture, off } from './connection.ts';

const { unsupported, encode, decode, readBack } = airbnb.ari!;
const [loft] = connection.rooms;
const nights = staleNights(connection.rooms);

describe('encoding', () => {
  test('the sample request is produced for its nights', () => {
    const some = [
      ...nightsOf('2027-04-01', 10, {}),
      ...nightsOf('2027-04-11', 4, { available: 0 }, { changed: ['available'] }),
      ...nightsOf('2027-04-15', 1, {}),
    ];
    const [message, ...others] = encode(some, connection, NOW);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      method: 'POST',
      url: 'http://channel.test/v2/calendar_operations?_allow_dates_overlap=true',
    });
    const sample = JSON.parse(fixture('calendar_operations-request'));
    delete sample.operations[1].notes;
    expect(JSON.parse(message!.body!)).toEqual(sample);
  });

  test('any nights replayed into a naive calendar are the present values, and nothing else is touched', () => {
    fc.assert(
      fc.property(nights, (some) => {
        expect(replay(encode(some, connection, NOW))).toEqual(expected(some, connection));
      }),
      randomly(100),
    );
  });

  test('there is one message for each listing with changes, and one operation for each set of values', () => {
    fc.assert(
      fc.property(nights, (some) => {
        const messages = encode(some, connection, NOW);
        const listings = new Set(Object.keys(expected(some, connection)).map((key) => key.split('/')[0]));
        expect(messages.map(({ body }) => JSON.parse(body!).listing_id).sort()).toEqual([...listings].sort());
        for (const { body } of messages) {
          const pushed = JSON.parse(body!).operations.map(({ dates, ...values }: any) =>
            JSON.stringify(values),
          );
          expect(new Set(pushed).size).toBe(pushed.length);
        }
      }),
      randomly(100),
    );
  });

  test('listings that close go first', () => {
    const [, studio] = connection.rooms;
    const some = [
      ...nightsOf('2027-04-01', 1, {}),
      ...nightsOf('2027-04-01', 1, { available: 0 }, { room: studio!, closing: true }),
    ];
    expect(encode(some, connection, NOW).map(({ body }) => JSON.parse(body!).listing_id)).toEqual([
      '80000002',
      '80000001',
    ]);
  });

  test('prices that are no whole amount are refused with a reason, or rounded up if configured', () => {
    const some = nightsOf('2027-04-01', 1, { priceMinor: 12_050 }, { changed: ['priceMinor'] });
    expect(unsupported!(some, connection)).toMatchObject([
      { fields: ['priceMinor'], reason: expect.stringContaining('whole') },
    ]);
    expect(encode(some, connection, NOW)).toEqual([]);
    const rounding = { ...connection, settings: { ...connection.settings, fractions: 'round_up' } };
    expect(unsupported!(some, rounding)).toEqual([]);
    expect(JSON.parse(encode(some, rounding, NOW)[0]!.body!).operations).toEqual([
      { dates: ['2027-04-01'], daily_price: 121 },
    ]);
    const yen = encode(some, { ...connection, currency: 'JPY' }, NOW);
    expect(JSON.parse(yen[0]!.body!).operations[0].daily_price).toBe(12_050);
  });

  test('while it is off nothing is sent, read or accepted, and every night has the reason', () => {
    const some = nightsOf('2027-04-01', 3, {});
    expect(encode(some, off, NOW)).toEqual([]);
    expect(cellsOf(unsupported!(some, off)).sort()).toEqual(changedCells(some).sort());
    expect(readBack!.request(off, { from: some[0]!.date, to: some[0]!.date })).toEqual([]);
    expect(airbnb.reservations!.requests(off, { cursor: null, now: NOW })).toEqual([]);
    expect(airbnb.test!.decode(answer(fixture('reservations-response')), off)).toMatchObject({
      kind: 'refused',
    });
    expect(airbnb.test!.decode(answer(fixture('reservations-response')), connection).kind).toBe('ok');
  });
});

describe('listings of units of one room', () => {
  const [first, second] = connection.rooms.map((room, i) => ({ ...room, roomId: 801, unitId: 5001 + i }));
  const units: ConnectionView = { ...connection, rooms: [first!, second!] };
  const some = [first!, second!].flatMap((room) => nightsOf('2027-04-01', 2, {}, { room }));

  test('have a message each, whose cells name the unit', () => {
    const messages = encode(some, units, NOW);
    expect(messages.map(({ body }) => JSON.parse(body!).listing_id)).toEqual(['80000001', '80000002']);
    expect(messages.map(({ cells }) => cells)).toMatchObject([
      [{ roomId: 801, unitId: 5001 }],
      [{ roomId: 801, unitId: 5002 }],
    ]);
  });

  test('are rejected and read back by unit', () => {
    const broken = nightsOf('2027-04-01', 1, { priceMinor: 0 }, { room: second! });
    expect(unsupported!(broken, units)).toMatchObject([
      { roomId: 801, unitId: 5002, fields: ['priceMinor'] },
    ]);
    const date = Temporal.PlainDate.from('2027-04-01');
    const requests = readBack!.request(units, { from: date, to: date });
    expect(requests.flatMap(({ covers }) => covers)).toMatchObject([
      { roomId: 801, unitId: 5001 },
      { roomId: 801, unitId: 5002 },
    ]);
    const calendar = {
      calendar: { listing_id: 80000002, days: [{ date: '2027-04-01', availability: 'available' }] },
    };
    expect(readBack!.decode(answer(calendar), units)).toEqual({
      kind: 'ok',
      value: [{ roomId: 801, unitId: 5002, date, values: expect.objectContaining({ available: 1 }) }],
    });
  });

  test('a room that is no unit has cells without one', () => {
    expect(encode(nightsOf('2027-04-01', 1, {}), connection, NOW)[0]!.cells[0]).not.toHaveProperty('unitId');
  });
});

test('Airbnb is off unless somebody says otherwise', () => {
  const ajv = new Ajv({ strict: false });
  for (const settings of [{}, { partner_access: false }, { partner_access: 'true' }]) {
    expect(ajv.validate(airbnb.settingsSchema, settings)).toBe(false);
  }
});

describe('what Airbnb makes of it', () => {
  const [message] = encode(nightsOf('2027-04-01', 10, {}), connection, NOW);

  test('the sample response accepts everything; one about another listing nothing', () => {
    expect(decode(answer(fixture('calendar_operations-response')), message!, connection)).toEqual({
      kind: 'ok',
      value: [],
    });
    const other = fixture('calendar_operations-response').replace('80000001', '80000009');
    expect(decode(answer(other), message!, connection).kind).toBe('retry');
  });
});

test('the sample calendar is read back', () => {
  const window = { from: Temporal.PlainDate.from('2027-04-01'), to: Temporal.PlainDate.from('2027-04-02') };
  expect(readBack!.request(connection, window).map(({ url }) => url)).toEqual([
    'http://channel.test/v2/calendars/80000001/2027-04-01/2027-04-02',
    'http://channel.test/v2/calendars/80000002/2027-04-01/2027-04-02',
  ]);
  const rest = {
    priceMinor: 12_000,
    minStay: 2,
    maxStay: null,
    closedToArrival: false,
    closedToDeparture: false,
  };
  expect(readBack!.decode(answer(fixture('calendar-response')), connection)).toEqual({
    kind: 'ok',
    value: [
      { roomId: 801, date: window.from, values: { available: 1, stopSell: false, ...rest } },
      { roomId: 801, date: window.to, values: { available: 0, ...rest } },
    ],
  });
});

function nightsOf(
  from: string,
  count: number,
  some: Partial<StaleNight['values']>,
  more: Partial<Omit<StaleNight, 'values'>> = {},
): StaleNight[] {
  const values = { priceMinor: 12_000, minStay: 2, maxStay: 30, ...some };
  return consecutiveNights(count, { room: loft!, date: Temporal.PlainDate.from(from), values, ...more });
}

/** `listing/date/member` of the last operation that contains it. */
function replay(messages: readonly AriMessage[]): Record<string, unknown> {
  const store: Record<string, unknown> = {};
  for (const { body } of messages) {
    const { listing_id, operations } = JSON.parse(body!);
    for (const { dates, ...pushed } of operations) {
      for (const range of dates as string[]) {
        const [from, to = from] = range.split(':') as [string, string?];
        let date = Temporal.PlainDate.from(from);
        for (; Temporal.PlainDate.compare(date, to!) <= 0; date = date.add({ days: 1 })) {
          for (const [member, value] of Object.entries(pushed))
            store[`${listing_id}/${date}/${member}`] = value;
        }
      }
    }
  }
  return store;
}

function expected(some: readonly StaleNight[], { currency }: ConnectionView): Record<string, unknown> {
  expect(currency).toBe('EUR');
  const entries = some.flatMap(({ room, date, changed, values }) => {
    const pushed: Record<string, unknown> = {};
    if (changed.includes('available') || changed.includes('stopSell')) {
      pushed['availability'] = values.available >= 1 && !values.stopSell ? 'available' : 'unavailable';
    }
    const whole = values.priceMinor > 0 && values.priceMinor % 100 === 0;
    if (changed.includes('priceMinor') && whole) pushed['daily_price'] = values.priceMinor / 100;
    const possible = values.maxStay === null || values.minStay <= values.maxStay;
    if (changed.includes('minStay') && possible) pushed['min_nights'] = values.minStay;
    if (changed.includes('maxStay') && possible) pushed['max_nights'] = values.maxStay ?? 1_125;
    if (changed.includes('closedToArrival')) pushed['closed_to_arrival'] = values.closedToArrival;
    if (changed.includes('closedToDeparture')) pushed['closed_to_departure'] = values.closedToDeparture;
    return Object.entries(pushed).map(
      ([member, value]) => [`${room.externalRoom}/${date}/${member}`, value] as const,
    );
  });
  return Object.fromEntries(entries);
}
