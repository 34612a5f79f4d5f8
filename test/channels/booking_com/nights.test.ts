// Encoding nights for Booking.com, and decoding its responses.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookingCom } from '../../../src/channels/booking_com/index.ts';
import type { AriMessage, StaleNight } from '../../../src/channels/channel.ts';
import type { Xml } from '../../../src/channels/xml.ts';
import { readXml } from '../../../src/channels/xml.ts';
import { randomly } from '../../harness/random.ts';
import { NOW, nights, ROOMS, staleNights, supportedValues } from '../stale-nights.ts';
import { connection, connectionWith, fixture } from './connection.ts';
import { replay } from './naive-calendar.ts';

const ari = bookingCom.ari!;
const encode = (stale: readonly StaleNight[], to = connection) => ari.encode(stale, to, NOW);

describe('encoding', () => {
  test('after any set of stale nights the channel has exactly the present values', () => {
    fc.assert(
      fc.property(staleNights(ROOMS, supportedValues), (stale) => {
        const calendar = replay(encode(stale));
        for (const { room, date, changed, values } of stale) {
          const pushed = calendar.get(`${room.externalRoom}/${date}`) ?? {};
          const has = (field: (typeof changed)[number]) => changed.includes(field);
          if (has('available')) expect(pushed['units']).toBe(String(Math.max(0, values.available)));
          if (has('priceMinor')) expect(pushed['price']).toBe(String(values.priceMinor));
          if (has('minStay')) expect(pushed['SetMinLOS']).toBe(String(values.minStay));
          if (has('maxStay')) expect(pushed['SetMaxLOS']).toBe(String(values.maxStay ?? 0));
          if (has('closedToArrival'))
            expect(pushed['Arrival']).toBe(values.closedToArrival ? 'Close' : 'Open');
          if (has('closedToDeparture'))
            expect(pushed['Departure']).toBe(values.closedToDeparture ? 'Close' : 'Open');
          if (has('stopSell')) expect(pushed['room']).toBe(values.stopSell ? 'Close' : 'Open');
          if (has('stopSell') && !values.stopSell) expect(pushed).toMatchObject({ rate: 'Open' });
        }
        // and nights that are not stale are left out
        const keys = new Set(stale.map(({ room, date }) => `${room.externalRoom}/${date}`));
        expect([...calendar.keys()].filter((key) => !keys.has(key))).toEqual([]);
      }),
      randomly(),
    );
  });

  test('it takes one request a month for prices and one for the rest', () => {
    fc.assert(
      fc.property(staleNights(ROOMS, supportedValues), (stale) => {
        const messages = encode(stale);
        const months = (only: (night: StaleNight) => boolean) =>
          new Set(stale.filter(only).map(({ date }) => date.toPlainYearMonth().toString())).size;
        const priced = (night: StaleNight) => night.changed.includes('priceMinor');
        const other = (night: StaleNight) => night.changed.some((field) => field !== 'priceMinor');
        expect(messages).toHaveLength(months(priced) + months(other));
      }),
      randomly(),
    );
  });

  test('months with closings come first, then prices, then openings', () => {
    const stale = nights(40).map((night) => ({ ...night, closing: night.date.month === 4 }));
    expect(encode(stale).map(({ operation, cells }) => [operation, cells[0]!.from.month])).toEqual([
      ['availability', 4],
      ['rates', 3],
      ['rates', 4],
      ['availability', 3],
    ]);
  });

  test('a full push of one room of 500 equal nights is two requests a month', () => {
    expect(encode(nights(500))).toHaveLength(2 * 18);
  });

  test('more updates than a request may hold are split into several, closures first', () => {
    const stale = nights(9, {}, (day) => ({ available: day % 2, stopSell: day === 8 })).map((night) => ({
      ...night,
      closing: night.values.stopSell,
    }));
    const messages = encode(stale, connectionWith({ updates_per_request: 5 }));
    expect(Math.max(...messages.map(({ cells }) => cells.length))).toBe(5);
    expect(messages[0]!.body).toContain('Status="Close"');
    expect(replay(messages)).toEqual(replay(encode(stale)));
  });

  test('re-opened nights are pushed with their units, after they are open', () => {
    const [message] = encode(nights(1, { changed: ['stopSell'], values: { available: 3 } }));
    const body = message!.body!;
    expect(body.indexOf('BookingLimit="3"')).toBeGreaterThan(body.indexOf('Status="Open"'));
    expect(message!.cells.flatMap(({ fields }) => fields)).toEqual(['stopSell', 'stopSell', 'available']);
  });

  test('settings decide on amounts, tax, occupancy and what a stop-sell closes', () => {
    const changed = ['priceMinor', 'stopSell'] as const;
    const stale = nights(1, { changed, closing: true, values: { stopSell: true } });
    const [availability, rates] = encode(
      stale,
      connectionWith({
        amount_format: 'decimal',
        prices: 'before_tax',
        priced_for: 'each_occupancy',
        stop_sell: 'rate',
      }),
    );
    expect(availability!.body).toContain('RatePlanCode="2000001"/><RestrictionStatus Status="Close"');
    expect(rates!.body).toContain(
      '<BaseByGuestAmt NumberOfGuests="2" AmountBeforeTax="120.50" DecimalPlaces="2" CurrencyCode="EUR"/>',
    );
  });

  test.each([
    ['EUR', null, '12050', '2'],
    ['JPY', null, '12050', '0'],
    ['KWD', null, '12050', '3'],
    ['CLF', null, '1205', '3'],
    ['EUR', 0, '121', '0'],
    ['EUR', 1, '1205', '1'],
  ])('%s with %s decimal places: 12050 minor units are %s with %s', (currency, decimal_places, amount, places) => {
    const [message] = encode(
      nights(1, { changed: ['priceMinor'] }),
      connectionWith({ decimal_places }, { currency }),
    );
    expect(message!.body).toContain(`AmountAfterTax="${amount}" DecimalPlaces="${places}"`);
  });

  test('unsupported values are reported and left out, the rest is sent', () => {
    const stale = nights(3, {}, (day) => ({
      minStay: day === 1 ? 40 : 2,
      priceMinor: day === 2 ? 0 : 9900,
      maxStay: 60,
      available: 300,
    }));
    expect(ari.unsupported!(stale, connection)).toMatchObject([
      { roomId: 1, fields: ['minStay', 'maxStay'], reason: expect.stringContaining('not 40') },
      { roomId: 1, fields: ['priceMinor'], reason: expect.stringContaining('0.00 EUR') },
    ]);
    const calendar = [...replay(encode(stale)).values()];
    expect(calendar.map((night) => night['SetMinLOS'])).toEqual(['2', undefined, '2']);
    expect(calendar.map((night) => night['price'])).toEqual(['9900', '9900', undefined]);
    // longer than any stay sold, and more units than the field can hold
    expect(calendar.map((night) => night['SetMaxLOS'])).toEqual(['0', undefined, '0']);
    expect(calendar.map((night) => night['units'])).toEqual(['254', '254', '254']);
    const contradictory = nights(1, { changed: ['maxStay'], values: { minStay: 5, maxStay: 3 } });
    expect(ari.unsupported!(contradictory, connection)).toMatchObject([{ fields: ['maxStay'] }]);
    expect(encode(contradictory)).toEqual([]);
    expect(ari.unsupported!(nights(1), connectionWith({ min_price: 200, max_price: 100 }))).toHaveLength(1);
  });

  test('our messages for the nights of the samples equal the samples', () => {
    for (const name of [
      'OTA_HotelAvailNotifRQ-room-availability.xml',
      'OTA_HotelAvailNotifRQ-restrictions.xml',
      'OTA_HotelRateAmountNotifRQ.xml',
    ]) {
      expect(shapeOf(readXml(fixture(name)).root), name).toSatisfy((shapes: string[]) =>
        shapes.every((shape) => OUR_SHAPES.has(shape)),
      );
    }
  });
});

/** Every path of elements with its attributes' names, except single-use prices, which are not pushed. */
function shapeOf(element: Xml, above = ''): string[] {
  if (element.attributes['NumberOfGuests']) return [];
  const path = `${above}/${element.name}[${Object.keys(element.attributes).sort().join(',')}]`;
  return [path, ...element.children.flatMap((child) => shapeOf(child, path))];
}

const OUR_SHAPES = new Set(
  [
    ...encode(nights(2), connectionWith({ stay_limits_by: 'stay', target: 'Test' })),
    ...encode(nights(2, { values: { stopSell: true } })),
  ].flatMap((message) => shapeOf(readXml(message.body!).root)),
);

describe('answers', () => {
  const [rates, message] = encode(
    ROOMS.flatMap((room) => nights(2, { room, changed: ['available', 'priceMinor'] })),
  ) as [AriMessage, AriMessage];
  const decode = (body: string, status = 200, headers = {}, of = message) =>
    ari.decode({ status, headers, body }, of, connection);
  const rs = (inner: string, name = 'OTA_HotelAvailNotifRS') =>
    `<${name} xmlns="http://www.opentravel.org/OTA/2003/05" Version="1.005">${inner}</${name}>`;

  test('success means that every cell was accepted', () => {
    expect(decode(fixture('OTA_HotelAvailNotifRS-success.xml'))).toEqual({ kind: 'ok', value: [] });
    expect(decode(rs('<Success/>', 'OTA_HotelRateAmountNotifRS'), 200, {}, rates)).toEqual({
      kind: 'ok',
      value: [],
    });
  });

  test('an error means that none was, with Booking.com’s text and reference', () => {
    expect(decode(fixture('OTA_HotelAvailNotifRS-error.xml'))).toEqual({
      kind: 'refused',
      reason: '15 NOT_A_VALID_DATE (RUID UmFuZG9tSVYkc2RlIyh9YSampleRuidValue)',
    });
  });

  test('a warning that names no cell rejects every cell', () => {
    const verdict = decode(fixture('OTA_HotelAvailNotifRS-warning.xml'));
    expect(verdict).toMatchObject({ kind: 'ok', value: message.cells.map((cells) => cells) });
    expect(verdict).toMatchObject({
      value: [{ reason: expect.stringContaining('access to hotel:123456') }, {}, {}],
    });
  });

  test('a warning that names a locator, a room or a rate rejects those cells only', () => {
    const warn = (more: string) => decode(rs(`<Success/><Warnings><Warning Type="3" ${more}/></Warnings>`));
    expect(warn('RecordID="2" ShortText="no"')).toMatchObject({ value: [{ roomId: 2, reason: 'no' }] });
    expect(warn('Code="402" ShortText="room 100000103 unknown"')).toMatchObject({
      value: [{ roomId: 3, fields: ['available'], reason: '402 room 100000103 unknown' }],
    });
    expect(warn('ShortText="rate 2000001 is read-only"')).toMatchObject({ value: [{ roomId: 1 }] });
    expect(warn('Status="Complete" ShortText="room 100000103"')).toEqual({ kind: 'ok', value: [] });
  });

  test('a temporary warning beside another rejects its cells, and the message is not sent again', () => {
    const [temporary, lasting] = [
      '<Warning Code="448" RecordID="1" ShortText="later"/>',
      '<Warning RecordID="2" ShortText="no"/>',
    ];
    expect(decode(rs(`<Success/><Warnings>${temporary}${lasting}</Warnings>`))).toMatchObject({
      kind: 'ok',
      value: [{ reason: '448 later' }, { roomId: 2, reason: 'no' }],
    });
    expect(decode(rs(`<Success/><Warnings>${temporary}</Warnings>`)).kind).toBe('retry');
  });

  test('errors that name their cells let the others be sent again', () => {
    expect(
      decode(rs('<Errors><Error Code="402" RecordID="3" ShortText="no such room"/></Errors>')),
    ).toMatchObject({
      kind: 'refused',
      cells: [{ roomId: 3 }],
    });
  });

  test.each([
    ['497', '<Errors><Error Code="497" Type="6" ShortText="no access"/></Errors>', 'auth'],
    ['authentication', '<Errors><Error Type="4" ShortText="who are you"/></Errors>', 'auth'],
    ['448', '<Errors><Error Code="448" ShortText="system error"/></Errors>', 'retry'],
    ['a currency switch', '<Errors><Error ShortText="CURRENCY_SWITCH_IN_PROGRESS"/></Errors>', 'retry'],
    [
      'a currency switch by its other name',
      '<Errors><Error Code="450" ShortText="AVAILABILITY_UPDATE_DISABLE_HOTEL_SWITCHING_CURRENCY"/></Errors>',
      'retry',
    ],
    ['320', '<Errors><Error Code="320" ShortText="invalid value"/></Errors>', 'refused'],
    ['neither success nor error', '', 'retry'],
    ['empty errors', '<Errors/>', 'retry'],
  ])('%s is classified by its code', (_what, inner, kind) => {
    expect(decode(rs(inner)).kind).toBe(kind);
  });

  test.each([
    [403, rs('<Errors><Error Code="497" ShortText="no access"/></Errors>'), 'auth'],
    [400, rs('<Errors><Error Code="367" ShortText="invalid format"/></Errors>'), 'refused'],
    [400, rs('<Errors><Error Code="15" ShortText="CURRENCY_SWITCH_IN_PROGRESS"/></Errors>'), 'retry'],
    [200, fixture('bxml-fault.xml'), 'auth'],
    [200, fixture('OTA_HotelResNotifRS-ack.xml'), 'retry'],
  ])('status %s with %j is %s', (status, body, kind) => {
    const verdict = decode(body, status);
    expect(verdict.kind).toBe(kind);
    expect((verdict as { reason: string }).reason.length).toBeGreaterThan(5);
  });
});
