// Pushes to Channex: a minimal calendar that applies the messages ends up with the current values, with two
// messages at most.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AriMessage, NightField, StaleNight } from '../../../src/channels/channel.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import type { NightValues } from '../../../src/model/night-values.ts';
import { randomly } from '../../harness/random.ts';
import { cellsOf, nights as consecutiveNights, NOW, ROOMS, staleNights, TODAY } from '../stale-nights.ts';
import { answer, connection, fixture, PROPERTY, sampleConnection } from './connection.ts';

const { unsupported, encode, decode, readBack, rate } = channex.ari!;

describe('encoding', () => {
  test('the documented requests are produced for their nights', () => {
    const nights = nightsOf('2027-04-01', 10, {});
    const [availability, restrictions] = encode(nights, sampleConnection, NOW);
    expect(availability).toMatchObject({ method: 'POST', url: 'http://channel.test/api/v1/availability' });
    expect(JSON.parse(availability!.body!)).toEqual(JSON.parse(fixture('availability-request')));
    // The documented request contains all days of the week, both minimum stays, and all fields together.
    const [documented] = JSON.parse(fixture('restrictions-request')).values;
    const { days, min_stay_through, ...pushed } = documented;
    const values: object[] = JSON.parse(restrictions!.body!).values;
    expect(Object.assign({}, ...values)).toEqual(pushed);
  });

  test('any nights replayed into a naive calendar are the present values, and nothing else is touched', () => {
    fc.assert(
      fc.property(staleNights(), (nights) => {
        const messages = encode(nights, connection, NOW);
        expect(replay(messages)).toEqual(expected(nights));
      }),
      randomly(100),
    );
  });

  test('there is one message of each kind that has something to push, whatever the nights', () => {
    fc.assert(
      fc.property(staleNights(), (nights) => {
        const pushed = new Set(
          expectedCells(nights).map((cell) => (cell.endsWith('available') ? 'count' : 'rate')),
        );
        expect(encode(nights, connection, NOW)).toHaveLength(pushed.size);
      }),
      randomly(100),
    );
  });

  test('a full push of 20 rooms and 500 nights with a value of their own each is two messages within 10 MB', () => {
    const rooms = Array.from({ length: 20 }, (_, i) => ({
      ...ROOMS[0]!,
      roomId: 200 + i,
      externalRoom: `00000000-0000-4000-8000-0000000000${10 + i}`,
      externalRates: [`00000000-0000-4000-9000-0000000000${10 + i}`],
    }));
    const nights = rooms.flatMap((room) =>
      consecutiveNights(500, { room, date: TODAY }, (i) => ({
        available: i % 7,
        priceMinor: 10_000 + i,
        minStay: 1 + (i % 3),
      })),
    );
    const messages = encode(nights, { ...connection, rooms }, NOW);
    expect(messages.map(({ operation }) => operation)).toEqual(['availability', 'restrictions']);
    for (const { body } of messages) expect(Buffer.byteLength(body!)).toBeLessThan(10_000_000);
  });

  test('a message that is too large is split into the fewest that fit, with the same content', () => {
    const small = { ...connection, settings: { ...connection.settings, max_message_bytes: 1_000 } };
    fc.assert(
      fc.property(staleNights(), (nights) => {
        const messages = encode(nights, small, NOW);
        expect(replay(messages)).toEqual(expected(nights));
        for (const { body } of messages) expect(Buffer.byteLength(body!)).toBeLessThanOrEqual(1_000);
        // No two neighbouring messages of a kind would have fitted into one.
        for (const [i, { url, body }] of messages.entries()) {
          const next = messages[i + 1];
          if (next?.url !== url) continue;
          const first = JSON.stringify(JSON.parse(next.body!).values[0]);
          expect(Buffer.byteLength(body!) + 1 + Buffer.byteLength(first)).toBeGreaterThan(1_000);
        }
      }),
      randomly(50),
    );
  });

  test('closing nights come first in a message, and counts before prices', () => {
    const open = nightsOf('2027-04-01', 2, {}, { closing: false });
    const closed = nightsOf('2027-04-05', 2, { available: 0 }, { closing: true });
    const [availability, restrictions] = encode([...open, ...closed], connection, NOW);
    expect(values(availability!).map(({ date_from }) => date_from)).toEqual(['2027-04-05', '2027-04-01']);
    expect(values(restrictions!).at(-1)).toHaveProperty('rate');
  });

  test('nights of equal counts come first if one of them is closing', () => {
    const open = nightsOf('2027-03-25', 1, {}, { closing: false });
    const known = nightsOf('2027-04-01', 1, { available: 0 }, { closing: false });
    const closed = nightsOf('2027-04-02', 1, { available: 0 }, { closing: true });
    const [availability] = encode([...open, ...known, ...closed], connection, NOW);
    expect(values(availability!).map(({ date_from }) => date_from)).toEqual(['2027-04-01', '2027-03-25']);
  });

  test('a stop-sell alone is sent before counts that open other nights', () => {
    const opened = nightsOf('2027-04-01', 1, {}, { changed: ['available'] });
    const stopped = nightsOf('2027-04-02', 1, { stopSell: true }, { changed: ['stopSell'], closing: true });
    const kinds = encode([...opened, ...stopped], connection, NOW).map(({ operation }) => operation);
    expect(kinds).toEqual(['restrictions', 'availability']);
  });

  test('amounts have the decimals of their currency', () => {
    const price = (currency: string, priceMinor: number) => {
      const nights = nightsOf('2027-04-01', 1, { priceMinor }, { changed: ['priceMinor'] });
      return values(encode(nights, { ...connection, currency }, NOW)[0]!)[0]!['rate'];
    };
    expect(price('EUR', 12_050)).toBe('120.50');
    expect(price('JPY', 12_050)).toBe('12050');
    expect(price('KWD', 12_050)).toBe('12.050');
    expect(price('EUR', 999_999_999_999)).toBe('9999999999.99');
  });

  test('minimum stays go where the setting says, and rates per person name each number of guests', () => {
    const set = (settings: object) => ({ ...connection, settings: { ...connection.settings, ...settings } });
    const nights = nightsOf('2027-04-01', 1, { minStay: 3 }, { changed: ['minStay', 'priceMinor'] });
    const pushed = (settings: object) => Object.assign({}, ...values(encode(nights, set(settings), NOW)[0]!));
    expect(pushed({ min_stay: 'through' })).toMatchObject({ min_stay_through: 3 });
    expect(pushed({ min_stay: 'through' })).not.toHaveProperty('min_stay_arrival');
    expect(pushed({ min_stay: 'both' })).toMatchObject({ min_stay_through: 3, min_stay_arrival: 3 });
    expect(pushed({ sell_mode: 'per_person' })['rates']).toEqual([
      { occupancy: 1, rate: '120.50' },
      { occupancy: 2, rate: '120.50' },
    ]);
  });

  test('a price of 0 and a room without a rate plan are unsupported, with a reason', () => {
    const nights = nightsOf('2027-04-01', 1, { priceMinor: 0 });
    expect(unsupported!(nights, connection)).toMatchObject(
      [{ fields: ['priceMinor'], reason: /above 0/ }].map(withReason),
    );
    const [night] = nights;
    const bare = [{ ...night!, room: { ...night!.room, externalRates: [] } }];
    expect(cellsOf(unsupported!(bare, connection))).toHaveLength(6);
    expect(encode(bare, connection, NOW).map(({ operation }) => operation)).toEqual(['availability']);
  });

  test.each([
    [['airbnb', 'booking_com', 'expedia'], { minStay: 28, maxStay: null }, null],
    [
      ['airbnb', 'booking_com', 'expedia'],
      { minStay: 29, maxStay: null },
      /^Expedia .* 1 to 28 nights, not 29/,
    ],
    [['airbnb', 'booking_com'], { minStay: 31, maxStay: null }, null],
    [
      ['booking_com'],
      { minStay: 45, maxStay: null },
      /^Booking\.com .* 31 nights \(setting booking_com_longest_stay\)/,
    ],
    [['airbnb', 'agoda'], { minStay: 45, maxStay: null }, null],
    [['airbnb'], { minStay: 5, maxStay: 3 }, /^Airbnb accepts no minimum stay \(5\) above the maximum \(3\)/],
    [['agoda'], { minStay: 5, maxStay: 3 }, null],
    [[], { minStay: 45, maxStay: 3 }, null],
  ])('while %j are switched on, %j: %s', (otas, values, reason) => {
    const [night] = nightsOf('2027-04-01', 1, values);
    const found = unsupported!([night!], { ...connection, otas });
    expect(found).toMatchObject(
      reason === null ? [] : [withReason({ fields: ['minStay', 'maxStay'], reason })],
    );
  });

  test('the longest stay at Booking.com is a setting of the house', () => {
    const nights = nightsOf('2027-04-01', 1, { minStay: 45, maxStay: null });
    const settings = { ...connection.settings, booking_com_longest_stay: 90 };
    expect(unsupported!(nights, { ...connection, settings, otas: ['booking_com'] })).toEqual([]);
  });

  test('the limit of ten a minute holds with a full bucket', () => {
    expect(rate.burst + rate.perMinute).toBeLessThanOrEqual(10);
  });
});

describe('what Channex makes of it', () => {
  const nights = nightsOf('2027-04-01', 10, {});
  const [availability, restrictions] = encode(nights, sampleConnection, NOW);

  test('the documented success accepts everything', () => {
    const ok = { kind: 'ok', value: [] };
    expect(decode(answer(fixture('restrictions-response-ok')), restrictions!, sampleConnection)).toEqual(ok);
    expect(decode(answer({ meta: { message: 'Success' } }), availability!, sampleConnection)).toEqual(ok);
  });

  test('the documented warning rejects the price of its nights, and only that', () => {
    const verdict = decode(answer(fixture('restrictions-response-warning')), restrictions!, sampleConnection);
    expect(verdict).toMatchObject({
      kind: 'ok',
      value: [{ roomId: 101, fields: ['priceMinor'], reason: 'rate must be greater than 0' }],
    });
    if (verdict.kind === 'ok') expect(cellsOf(verdict.value)).toHaveLength(10);
  });

  test('a sentence about the past rejects the first night only: Channex accepts the range from its own today on', () => {
    const warnings = ['date_from 2027-04-01 is in the past, 2027-04-02 is used instead'];
    const verdict = decode(answer(success(warnings)), restrictions!, sampleConnection);
    const first = Temporal.PlainDate.from('2027-04-01');
    expect(verdict.kind).toBe('ok');
    const rejected = verdict.kind === 'ok' ? verdict.value : [];
    expect(rejected.length).toBeGreaterThan(0);
    for (const cells of rejected)
      expect(cells).toMatchObject({ from: first, to: first, reason: warnings[0] });
  });

  test('a warning about availability is matched by room type; one with null members is matched to its cells', () => {
    const warning = {
      ...JSON.parse(fixture('availability-request')).values[0],
      warning: { availability: ['is invalid'] },
    };
    expect(decode(answer(success([warning])), availability!, sampleConnection)).toMatchObject({
      kind: 'ok',
      value: [{ fields: ['available'], reason: 'availability is invalid' }],
    });
    const nulls = {
      rate_plan_id: sampleConnection.rooms[0]!.externalRates[0],
      date: '2027-04-03',
      date_from: null,
      rate: null,
      closed_to_arrival: true,
      warning: { max_stay: ['Should be a non null value or not existed field'] },
    };
    const verdict = decode(answer(success([nulls])), restrictions!, sampleConnection);
    expect(verdict.kind === 'ok' && verdict.value.every(({ fields }) => fields.includes('maxStay'))).toBe(
      true,
    );
  });

  test.each([
    [[{ warning: { property_id: ['is invalid'] } }]],
    [[{ rate_plan_id: 'unknown', date: '2027-04-03', warning: { rate: ['no'] } }]],
    [[{ rate_plan_id: 'unknown', date_from: 'soon', date_to: 'later', warning: 'no' }]],
    ['something is wrong'],
    [{ rate: ['no'] }],
    [[null]],
    [['something went wrong']],
  ])('a warning that names no cell of the message rejects all of it: %j', (warnings) => {
    const verdict = decode(answer(success(warnings)), restrictions!, sampleConnection);
    expect(verdict.kind === 'ok' && cellsOf(verdict.value).sort()).toEqual(
      cellsOf(restrictions!.cells).sort(),
    );
  });

  test.each([
    ['the documented 429', 429, fixture('error-429'), { kind: 'retry', afterSeconds: 60 }],
    ['the same inside a 200', 200, fixture('error-429'), { kind: 'retry', afterSeconds: 60 }],
    ['401', 401, '{"errors":{"code":"unauthorized","title":"Unauthorized"}}', { kind: 'auth' }],
    [
      'the same inside a 200',
      200,
      '{"errors":{"code":"unauthorized","title":"Unauthorized"}}',
      { kind: 'auth' },
    ],
    ['403', 403, '{"errors":{"code":"forbidden","title":"Forbidden"}}', { kind: 'auth' }],
    [
      '422',
      422,
      '{"errors":{"code":"validation_error","title":"Validation Error","details":{"values":["x"]}}}',
      { kind: 'refused' },
    ],
    ['a redirection', 302, '', { kind: 'refused' }],
    ['500', 500, '<html>oops</html>', { kind: 'retry' }],
    ['an answer about nothing', 200, '{"data":[],"meta":{}}', { kind: 'retry' }],
  ])('%s is what it is', (_name, status, body, verdict) => {
    expect(decode(answer(body, status), restrictions!, sampleConnection)).toMatchObject(verdict);
  });
});

describe('reading back', () => {
  const window = { from: TODAY, to: TODAY.add({ days: 9 }) };

  test('requests counts and rates of the window', () => {
    const [counts, rates] = readBack!.request(connection, window).map(({ url }) => new URL(url));
    expect(counts!.pathname).toBe('/api/v1/availability');
    expect(Object.fromEntries(counts!.searchParams)).toEqual({
      'filter[property_id]': PROPERTY,
      'filter[date][gte]': '2027-03-01',
      'filter[date][lte]': '2027-03-10',
    });
    expect(rates!.searchParams.get('filter[restrictions]')).toContain('rate,min_stay_arrival,');
  });

  test('pushed values are read back unchanged', () => {
    fc.assert(
      fc.property(staleNights(), (nights) => {
        const store = replay(encode(nights, connection, NOW));
        const body = (kind: string) => {
          const data: Record<string, Record<string, unknown>> = {};
          for (const [key, value] of Object.entries(store)) {
            const [id, date, field] = key.split('/') as [string, string, string];
            if ((field === 'availability') !== (kind === 'availability')) continue;
            data[id] ??= {};
            if (kind === 'availability') data[id][date] = value;
            else data[id][date] = { ...(data[id][date] as object), [field]: value };
          }
          return answer({ data });
        };
        const known = ['availability', 'restrictions'].flatMap((kind) => {
          const verdict = readBack!.decode(body(kind), connection);
          return verdict.kind === 'ok' ? verdict.value : [];
        });
        const cells = known.flatMap(({ roomId, date, values }) =>
          Object.entries(values).map(([field, value]) => [`${roomId}/${date}/${field}`, value] as const),
        );
        const present = nights.flatMap(({ room, date, changed, values: now }) =>
          changed
            .filter((field) => field !== 'priceMinor' || now.priceMinor > 0)
            .map((field) => [
              `${room.roomId}/${date}/${field}`,
              field === 'available' ? Math.max(0, now.available) : now[field],
            ]),
        );
        expect(Object.fromEntries(cells)).toEqual(Object.fromEntries(present));
      }),
      randomly(50),
    );
  });

  test('rooms that are not mapped are left out', () => {
    const verdict = readBack!.decode(answer({ data: { unmapped: { '2027-04-01': 3 } } }), connection);
    expect(verdict).toEqual({ kind: 'ok', value: [] });
  });
});

function nightsOf(
  from: string,
  count: number,
  some: Partial<StaleNight['values']>,
  more: Partial<Omit<StaleNight, 'values'>> = {},
): StaleNight[] {
  const values = { available: 5, minStay: 2, ...some };
  const [room] = sampleConnection.rooms;
  return consecutiveNights(count, { room: room!, date: Temporal.PlainDate.from(from), values, ...more });
}

function values(message: AriMessage): Record<string, unknown>[] {
  return JSON.parse(message.body!).values;
}

function success(warnings: unknown) {
  return { data: [], meta: { message: 'Success', warnings } };
}

function withReason({ reason: pattern, ...rest }: { reason: RegExp; fields: string[] }) {
  return { ...rest, reason: expect.stringMatching(pattern) };
}

/** A minimal calendar: `id/date/member` of the last object that contains it. */
function replay(messages: readonly AriMessage[]): Record<string, unknown> {
  const store: Record<string, unknown> = {};
  for (const message of messages) {
    for (const { property_id, room_type_id, rate_plan_id, date_from, date_to, ...pushed } of values(
      message,
    )) {
      expect(property_id).toBe(PROPERTY);
      const to = Temporal.PlainDate.from(String(date_to));
      let date = Temporal.PlainDate.from(String(date_from));
      for (; Temporal.PlainDate.compare(date, to) <= 0; date = date.add({ days: 1 })) {
        for (const [member, value] of Object.entries(pushed)) {
          store[`${room_type_id ?? rate_plan_id}/${date}/${member}`] = value;
        }
      }
    }
  }
  return store;
}

/** The object and member that each field is sent as, and its value. */
const SENT: Record<
  NightField,
  (values: NightValues) => ['externalRoom' | 'externalRate', string, unknown] | null
> = {
  available: ({ available }) => ['externalRoom', 'availability', Math.max(0, available)],
  priceMinor: ({ priceMinor }) =>
    priceMinor > 0 ? ['externalRate', 'rate', (priceMinor / 100).toFixed(2)] : null,
  minStay: ({ minStay }) => ['externalRate', 'min_stay_arrival', minStay],
  maxStay: ({ maxStay }) => ['externalRate', 'max_stay', maxStay ?? 0],
  closedToArrival: (now) => ['externalRate', 'closed_to_arrival', now.closedToArrival],
  closedToDeparture: (now) => ['externalRate', 'closed_to_departure', now.closedToDeparture],
  stopSell: ({ stopSell }) => ['externalRate', 'stop_sell', stopSell],
};

function expected(nights: readonly StaleNight[]): Record<string, unknown> {
  const entries = nights.flatMap(({ room, date, changed, values: now }) =>
    changed.flatMap((field) => {
      const [whose, member, value] = SENT[field](now) ?? [];
      const ids =
        whose === 'externalRoom' ? [room.externalRoom] : whose === 'externalRate' ? room.externalRates : [];
      return ids.map((id) => [`${id}/${date}/${member}`, value] as const);
    }),
  );
  return Object.fromEntries(entries);
}

function expectedCells(nights: readonly StaleNight[]): string[] {
  return Object.keys(expected(nights)).map((key) => (key.endsWith('availability') ? 'available' : key));
}
