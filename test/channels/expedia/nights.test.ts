// Encoding nights for Expedia, decoding its responses, and reading its calendar back.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AriMessage, StaleNight } from '../../../src/channels/channel.ts';
import { expedia } from '../../../src/channels/expedia/index.ts';
import { randomly } from '../../harness/random.ts';
import { FIRST, NOW, nights, ROOMS, staleNights, supportedValues } from '../stale-nights.ts';
import { connection, connectionWith, fixture } from './connection.ts';
import { replay } from './naive-calendar.ts';

const ari = expedia.ari!;
const encode = (stale: readonly StaleNight[], to = connection) => ari.encode(stale, to, NOW);

const RESTRICTIONS = ['minStay', 'maxStay', 'closedToArrival', 'closedToDeparture'] as const;

/** Stays of random length, so that no two nights are equal and a run is a single night. */
const varied = (days: number) =>
  ROOMS.flatMap((room) =>
    nights(days, { room }, (day) => ({ priceMinor: 10_000 + day, available: day % 5 })),
  );

describe('encoding', () => {
  test('after any set of stale nights the channel has exactly the present values, pushed in one message', () => {
    fc.assert(
      fc.property(staleNights(ROOMS, supportedValues), (stale) => {
        const messages = encode(stale);
        expect(messages).toHaveLength(Math.min(stale.length, 1));
        const calendar = replay(messages);
        expect(calendar.size).toBe(stale.length);
        for (const { room, date, changed, values } of stale) {
          const pushed = calendar.get(`${room.externalRoom}/${date}`)!;
          const has = (field: (typeof changed)[number]) => changed.includes(field);
          const units = values.stopSell ? 0 : Math.max(0, values.available);
          expect(pushed['units']).toBe(has('available') || has('stopSell') ? String(units) : undefined);
          const closed = has('stopSell') ? String(values.stopSell) : undefined;
          expect([pushed['roomClosed'], pushed['planClosed']]).toEqual([closed, closed]);
          expect(pushed['rate']).toBe(has('priceMinor') ? (values.priceMinor / 100).toFixed(2) : undefined);
          // One restriction is never pushed without the others: one that is left out may be set to a default.
          const restricted = RESTRICTIONS.some(has);
          expect(pushed['min']).toBe(restricted ? String(values.minStay) : undefined);
          expect(pushed['max']).toBe(restricted ? String(values.maxStay ?? 28) : undefined);
          expect(pushed['arrival']).toBe(restricted ? String(values.closedToArrival) : undefined);
          expect(pushed['departure']).toBe(restricted ? String(values.closedToDeparture) : undefined);
        }
      }),
      randomly(),
    );
  });

  // 800 prices are 800 elements of about 230 characters: here the size is the limit.
  test.each([
    ['equal nights', 800, nights(800), Math.ceil((800 * 8) / 5000)],
    ['two prices in turn', 700, nights(700, {}, (day) => ({ priceMinor: 9900 + (day % 2) })), 2],
    [
      'one price each',
      800,
      nights(800, { changed: ['priceMinor'] }, (day) => ({ priceMinor: 10_000 + day })),
      2,
    ],
  ])('%s: %s nights take the fewest messages that the limits allow', (_what, _count, stale, least) => {
    const messages = encode(stale);
    expect(messages).toHaveLength(least);
    expect(replay(messages).size).toBe(stale.length);
  });

  test('no message is larger than 100 kB or 5,000 updates, whatever is sent', () => {
    const stale = varied(500);
    const messages = encode(stale);
    expect(replay(messages).size).toBe(stale.length);
    const credentials = { username: '&'.repeat(30), password: '"'.repeat(30) };
    for (const message of messages) {
      const body = expedia.authorization!.authorize(message, { ...connection, credentials }, null).body!;
      expect(Buffer.byteLength(body)).toBeLessThan(100_000);
      const updates = message.cells.reduce((sum, { from, to }) => sum + (from.until(to).days + 1) * 8, 0);
      expect(updates).toBeLessThanOrEqual(5000);
    }
    // all are full except for the last: nothing is split earlier than a limit requires
    const least = Math.max(
      (1500 * 8) / 5000,
      messages.reduce((sum, { body }) => sum + body!.length, 0) / 99_000,
    );
    expect(messages.length).toBeLessThanOrEqual(Math.ceil(least) + 1);
  });

  test('closing nights come first, then units, then the rest', () => {
    const stale = nights(3, { changed: ['available'] }, (day) => ({ available: day })).map((night, day) => ({
      ...night,
      closing: day === 2,
      ...(day === 0 && { changed: ['minStay'] as const }),
    }));
    expect(encode(stale)[0]!.cells.map(({ from, fields }) => [FIRST.until(from).days, fields])).toEqual([
      [2, ['available']],
      [1, ['available']],
      [0, [...RESTRICTIONS]],
    ]);
  });

  test('the count of a night that is opened again is pushed again', () => {
    const [message] = encode(nights(1, { changed: ['stopSell'], values: { available: 3 } }));
    expect(message!.body).toContain(
      '<RoomType id="100000101" closed="false"><Inventory totalInventoryAvailable="3"/><RatePlan id="2000001" closed="false"/>',
    );
    expect(message!.cells[0]!.fields).toEqual(['stopSell', 'available']);
  });

  test.each([
    ['EUR', null, '120.50'],
    ['JPY', null, '12050'],
    ['KWD', null, '12.050'],
    ['CLF', null, '1.205'],
    ['EUR', 0, '121'],
  ])('%s with %s decimal places: 12050 minor units are %s', (currency, decimal_places, rate) => {
    const [message] = encode(
      nights(1, { changed: ['priceMinor'] }),
      connectionWith({ decimal_places }, { currency }),
    );
    expect(message!.body).toContain(`<Rate currency="${currency}"><PerDay rate="${rate}"/></Rate>`);
  });

  test('a price for each number of guests, where the contract wants it', () => {
    const [message] = encode(
      nights(1, { changed: ['priceMinor'] }),
      connectionWith({ priced_for: 'each_occupancy' }),
    );
    expect(message!.body).toContain(
      '<PerOccupancy rate="120.50" occupancy="1"/><PerOccupancy rate="120.50" occupancy="2"/></Rate>',
    );
  });

  test('unsupported values are reported and left out, the rest is sent', () => {
    const stale = nights(3, { changed: ['minStay', 'priceMinor', 'available'] }, (day) => ({
      minStay: day === 0 ? 29 : 5,
      maxStay: day === 1 ? 4 : 90,
      priceMinor: day === 2 ? 0 : 9900,
      available: 9999,
    }));
    expect(
      ari.unsupported!(stale, connection).map(({ from, fields, reason }) => [
        FIRST.until(from).days,
        fields,
        reason,
      ]),
    ).toEqual([
      [0, ['minStay'], 'Expedia accepts a minimum stay of 1 to 28 nights, not 29.'],
      [1, ['minStay'], 'Expedia accepts no minimum stay (5) above the maximum (4).'],
      [2, ['priceMinor'], 'Expedia accepts no price of 0.00 EUR.'],
    ]);
    const calendar = replay(encode(stale));
    expect(stale.map(({ date }) => calendar.get(`100000101/${date}`))).toEqual([
      { units: '4999', rate: '99.00' },
      { units: '4999', rate: '99.00' },
      { units: '4999', min: '5', max: '28', arrival: 'false', departure: 'false' },
    ]);
    expect(encode(nights(2, { changed: ['priceMinor'], values: { priceMinor: 0 } }))).toEqual([]);
  });

  test('credentials are in the message only when it is sent', () => {
    const credentials = { username: 'EQCuser', password: 'p&"ss $& w' };
    const [message] = encode(nights(2), { ...connection, credentials });
    expect(JSON.stringify(message)).not.toMatch(/EQCuser|p&/);
    const sent = expedia.authorization!.authorize(message!, { ...connection, credentials }, null);
    expect(sent.body).toContain('<Authentication username="EQCuser" password="p&amp;&quot;ss $&amp; w"/>');
    expect(expedia.redact(sent.body!)).not.toMatch(/EQCuser|p&amp;/);
  });
});

describe('answers', () => {
  const [message] = encode(
    ROOMS.flatMap((room) => nights(3, { room, changed: ['available', 'priceMinor'] })),
  ) as [AriMessage];
  const decode = (body: string, status = 200) =>
    ari.decode({ status, headers: {}, body }, message, connection);
  const rs = (inner: string) => `<AvailRateUpdateRS xmlns="http://x">${inner}</AvailRateUpdateRS>`;
  const value = (body: string) => (decode(body) as { value: { reason: string }[] }).value;

  test('success means that every cell was accepted', () => {
    expect(decode(fixture('AvailRateUpdateRS-success.xml'))).toEqual({ kind: 'ok', value: [] });
  });

  test('a warning rejects the field, room and date it names; informational ones nothing', () => {
    const verdict = decode(fixture('AvailRateUpdateRS-warnings.xml'));
    expect(verdict).toMatchObject({
      kind: 'ok',
      value: [
        { roomId: 1, fields: ['priceMinor'], reason: expect.stringMatching(/^7021 Stay date 2027-03-23/) },
      ],
    });
    const [rejection] = (verdict as unknown as { value: { from: unknown; to: unknown }[] }).value;
    expect([rejection!.from, rejection!.to].map(String)).toEqual(['2027-03-23', '2027-03-23']);
  });

  test('when more went wrong than is listed, all that the cause could mean is in doubt', () => {
    const one =
      'Warning 1 out of 120 for this cause. Inventory date 2027-03-23; Room Type ID 100000101; the total inventory is too low.';
    expect(value(rs(`<Success><Warning code="7013">${one}</Warning></Success>`))).toMatchObject(
      ROOMS.map(({ roomId }) => ({ roomId, fields: ['available'] })),
    );
  });

  test.each([
    ['[Room Type ID 100000101; Stay Date 2027-03-23] Costs are out of threshold.', ['priceMinor']],
    ['Stay date 2027-03-23; Room Type ID 100000101; total inventory below base allocation.', ['available']],
    [
      'Stay date 2027-03-23; Room Type ID 100000101; Rate Plan ID 2000001; not applied.',
      ['available', 'priceMinor'],
    ],
  ])('the text of warning 7013 decides on its fields: %s', (text, fields) => {
    const [first] = encode(nights(2, { changed: ['available', 'priceMinor'] }));
    const body = rs(`<Success><Warning code="7013">${text}</Warning></Success>`);
    const verdict = ari.decode({ status: 200, headers: {}, body }, first!, connection);
    expect(verdict).toMatchObject({ kind: 'ok', value: [{ roomId: 1, fields }] });
  });

  test('a warning that names no cell rejects every cell', () => {
    expect(value(rs('<Success><Warning code="7000">Something.</Warning></Success>'))).toHaveLength(
      message.cells.length,
    );
    expect(
      value(rs('<Success><Warning code="7016">Stay date 2027-03-23; MaxLOS</Warning></Success>')),
    ).toHaveLength(message.cells.length);
  });

  test('an error that names a room lets the others be sent again', () => {
    expect(decode(fixture('AvailRateUpdateRS-error.xml'))).toEqual({
      kind: 'refused',
      reason: '3203 Room type 100000103 does not exist for this hotel.',
      cells: message.cells.filter(({ roomId }) => roomId === 3),
    });
  });

  test.each([
    ['1000', 'auth'],
    ['1001', 'auth'],
    ['1003', 'auth'],
    ['2010', 'refused'],
    ['3107', 'refused'],
    ['3210', 'retry'],
    ['4000', 'retry'],
    ['4100', 'refused'],
    ['4101', 'refused'],
    ['4206', 'retry'],
    ['5000', 'retry'],
  ])('error %s is %s', (code, kind) => {
    expect(decode(rs(`<Error code="${code}">Words</Error>`))).toMatchObject({
      kind,
      reason: `${code} Words`,
    });
    expect(decode(rs(`<Error code="${code}">Words</Error>`), 500).kind).toBe(kind);
  });
});

describe('reading back', () => {
  const readBack = ari.readBack!;

  test('Expedia is asked for a month at a time, and its response becomes our values', () => {
    const window = { from: FIRST, to: FIRST.add({ days: 40 }) };
    const requests = readBack.request(connection, window);
    expect(requests.map(({ body }) => /from="([^"]*)" to="([^"]*)"/.exec(body!)!.slice(1))).toEqual([
      ['2027-03-22', '2027-04-21'],
      ['2027-04-22', '2027-05-01'],
    ]);
    const body = fixture('ProductAvailRateRetrievalRS-calendar.xml');
    expect(readBack.decode({ status: 200, headers: {}, body }, connection)).toMatchObject({
      kind: 'ok',
      value: [
        {
          roomId: 1,
          values: {
            available: 3,
            priceMinor: 12050,
            minStay: 2,
            maxStay: null,
            closedToArrival: false,
            closedToDeparture: true,
            stopSell: false,
          },
        },
        { roomId: 1, values: { stopSell: true } },
      ],
    });
  });

  test('the test of a connection finds rooms and rates that are not there', () => {
    const trial = expedia.test!;
    expect(trial.request(connection).body).toContain('<ProductRetrieval productStatus="All"/>');
    const body = fixture('ProductAvailRateRetrievalRS-products.xml');
    const decode = (text: string) => trial.decode({ status: 200, headers: {}, body: text }, connection);
    expect(decode(body)).toEqual({ kind: 'ok', value: null });
    expect(decode(body.replace('RoomType id="100000102"', 'RoomType id="5"'))).toEqual({
      kind: 'refused',
      reason: 'Single: Expedia knows no room type 100000102.',
    });
    expect(decode(body.replace('RatePlan id="2000003"', 'RatePlan id="5"')).kind).toBe('refused');
  });
});
