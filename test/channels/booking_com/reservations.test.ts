// Reservations from Booking.com and their acknowledgements.
import { describe, expect, test } from 'vitest';
import { bookingCom } from '../../../src/channels/booking_com/index.ts';
import type { Pulled, Verdict } from '../../../src/channels/channel.ts';
import { readXml } from '../../../src/channels/xml.ts';
import type { ChannelReservation } from '../../../src/model/channel-records.ts';
import { NOW } from '../stale-nights.ts';
import { connection, fixture } from './connection.ts';

const ROOMS = /<RoomStays>[\s\S]*<\/RoomStays>/;
const pull = bookingCom.reservations!;
const state = { cursor: null, now: NOW };
const NEW = fixture('OTA_HotelResNotifRQ-new.xml');
const MODIFIED = fixture('OTA_HotelResModifyNotifRQ-modified.xml');
const CANCELLED = fixture('OTA_HotelResModifyNotifRQ-cancelled.xml');
const decode = (body: string, status = 200) =>
  pull.decode({ status, headers: {}, body }, pull.requests(connection, state)[0]!, connection);

function pulled(verdict: Verdict<Pulled<ChannelReservation>>): Pulled<ChannelReservation> {
  expect(verdict.kind).toBe('ok');
  return (verdict as { value: Pulled<ChannelReservation> }).value;
}
const one = (body: string) => pulled(decode(body)).items[0]!;

describe('requests', () => {
  test('both queues are requested, for this property only', () => {
    expect(pull.requests(connection, state).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://secure-supply-xml.booking.com/hotels/ota/OTA_HotelResNotif?hotel_ids=1234567&limit=200',
      'GET https://secure-supply-xml.booking.com/hotels/ota/OTA_HotelResModifyNotif?hotel_ids=1234567&limit=200',
    ]);
    const elsewhere = pull.requests({ ...connection, url: 'http://127.0.0.1:9' }, state);
    expect(elsewhere[0]!.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/hotels\/ota/);
  });
});

describe('reading', () => {
  test('a new reservation, with the price of each night', () => {
    expect(one(NEW)).toMatchObject({
      reference: '4000000001',
      status: 'new',
      guest: { name: 'Ada Example', email: 'aexamp.000000@guest.booking.example', phone: '+000000000000' },
      currency: 'EUR',
      notes: 'Late arrival',
      arrivalTime: '18:00',
      rooms: [
        {
          key: '1',
          externalRoom: '100000101',
          externalRate: '2000001',
          total: '241.00',
          nights: [{ price: '120.50' }, { price: '120.50' }],
          guestName: 'Ada Example',
          party: { adults: 2, children: [6] },
          notes: 'Approximate time of arrival: between 18:00 and 19:00',
        },
      ],
    });
    const [room] = one(NEW).rooms;
    expect([room!.checkin, room!.checkout].map(String)).toEqual(['2027-04-01', '2027-04-03']);
    expect(String(one(NEW).at)).toBe('2027-03-02T07:59:40Z');
  });

  test('a modification and a cancellation', () => {
    expect(one(MODIFIED)).toMatchObject({
      reference: '4000000001',
      status: 'modified',
      rooms: [{ key: '1' }],
    });
    expect(one(CANCELLED)).toMatchObject({ reference: '4000000001', status: 'cancelled' });
    for (const marker of ['Cancelled', 'CANCEL']) {
      expect(one(MODIFIED.replace('<HotelResModify>', `<HotelResModify ResStatus="${marker}">`)).status).toBe(
        'cancelled',
      );
    }
    expect(one(MODIFIED.replace('<HotelResModify>', '<HotelResModify ResStatus="Modify">')).status).toBe(
      'modified',
    );
  });

  test.each([
    [
      'with the marker among the new ones',
      NEW.replace('<HotelReservation>', '<HotelReservation ResStatus="Cancelled">'),
    ],
    ['without rooms among the new ones', NEW.replace(ROOMS, '<RoomStays/>')],
    ['without rooms', MODIFIED.replace(ROOMS, '<RoomStays></RoomStays>')],
    [
      'without rooms, whatever its status',
      MODIFIED.replace(ROOMS, '<RoomStays/>').replace(
        '<HotelResModify>',
        '<HotelResModify ResStatus="Modify">',
      ),
    ],
    ['without a list of rooms', MODIFIED.replace(ROOMS, '')],
  ])('a cancellation %s', (_, body) => {
    const { items, unreadable } = pulled(decode(body));
    expect(items).toMatchObject([{ reference: '4000000001', status: 'cancelled' }]);
    expect(unreadable).toEqual([]);
  });

  test('the part of an order above its rooms is shared among them by price, and does not exceed its total', () => {
    const stay = /<RoomStay IndexNumber="1">[\s\S]*<\/RoomStay>/.exec(NEW)![0];
    const cheaper = stay
      .replace('IndexNumber="1"', 'IndexNumber="2"')
      .replaceAll(/"(24100|12050)"/g, (_, amount) => `"${amount / 2}"`);
    const orderOf = (rooms: string, total: number) =>
      one(
        NEW.replace(stay, rooms).replace(
          /(<ResGlobalInfo>[\s\S]*?<Total [^>]*AmountAfterTax=")\d+/,
          `$1${total}`,
        ),
      );
    const totals = (rooms: string, total: number) => orderOf(rooms, total).rooms.map((room) => room.total);
    expect(totals(stay, 26_600)).toEqual(['266.00']);
    expect(totals(stay + cheaper, 39_150)).toEqual(['261.00', '130.50']);
    expect(totals(stay + cheaper, 36_151)).toEqual(['241.01', '120.50']);
    // Less than the rooms: an order's total may leave out amounts that are paid in another way.
    expect(totals(stay + cheaper, 30_000)).toEqual(['241.00', '120.50']);
  });

  test('a cancellation may come without rooms, or with rooms that cannot be read', () => {
    expect(one(CANCELLED.replace(/<RoomStays>[\s\S]*<\/RoomStays>/, ''))).toMatchObject({ rooms: [] });
    expect(one(CANCELLED.replaceAll(/EffectiveDate="[^"]*"/g, 'EffectiveDate="0000-00-00"'))).toMatchObject({
      status: 'cancelled',
      rooms: [],
    });
  });

  test('rooms without an index have their places as keys, and the order says so', () => {
    const stay = /<RoomStay IndexNumber="1">[\s\S]*<\/RoomStay>/.exec(NEW)![0];
    const unnumbered = stay.replace(' IndexNumber="1"', '');
    const order = one(NEW.replace(stay, unnumbered + unnumbered));
    expect([order.rooms.map(({ key }) => key), order.keysArePlaces]).toEqual([['1', '2'], true]);
    expect(one(NEW).keysArePlaces).toBeUndefined();
  });

  test('several rooms of one order keep apart, each with its nights and guest', () => {
    const stay = /<RoomStay IndexNumber="1">[\s\S]*<\/RoomStay>/.exec(NEW)![0];
    const second = stay
      .replace('IndexNumber="1"', 'IndexNumber="2"')
      .replaceAll('2027-04-02', '2027-04-03')
      .replaceAll('2027-04-01', '2027-04-02')
      .replace('RoomTypeCode="100000101"', 'RoomTypeCode="100000102"')
      .replace('RPH="1"', 'RPH="2"');
    const guest = /<ResGuest ResGuestRPH="1">[\s\S]*<\/ResGuest>/.exec(NEW)![0];
    const other = guest.replace('RPH="1"', 'RPH="2"').replace('Ada Example', 'Bob &amp; Co');
    const { rooms } = one(NEW.replace(stay, stay + second).replace(guest, guest + other));
    expect(
      rooms.map(({ key, externalRoom, guestName, checkout }) => [
        key,
        externalRoom,
        guestName,
        `${checkout}`,
      ]),
    ).toEqual([
      ['1', '100000101', 'Ada Example', '2027-04-03'],
      ['2', '100000102', 'Bob & Co', '2027-04-04'],
    ]);
    expect(pulled(decode(NEW.replace(stay, stay + stay)))).toMatchObject({
      items: [],
      unreadable: [expect.stringContaining('4000000001')],
    });
  });

  test('amounts follow their decimal places, before tax where there is no other', () => {
    const yen = NEW.replaceAll('DecimalPlaces="2"', 'DecimalPlaces="0"').replaceAll(
      'AmountAfterTax',
      'AmountBeforeTax',
    );
    expect(one(yen).rooms[0]).toMatchObject({
      total: '24100',
      nights: [{ price: '12050' }, { price: '12050' }],
    });
    const plain = NEW.replaceAll(' DecimalPlaces="2"', '').replaceAll('"24100"', '"241.00"');
    expect(one(plain).rooms[0]!.total).toBe('241.00');
  });

  test('a tax that neither view includes is collected by the property', () => {
    const tax = (type: string, text = 'City tax') =>
      `<Taxes><Tax Amount="600" Code="3" CurrencyCode="EUR" DecimalPlaces="2" Type="${type}"><TaxDescription><Text>${text}</Text></TaxDescription></Tax></Taxes>`;
    const collectors = (guest: string, hotel: string) =>
      one(
        NEW.replace(
          '</RoomStay>',
          `<PriceDetails>${guest && `<GuestView>${guest}</GuestView>`}<HotelView>${hotel}</HotelView></PriceDetails></RoomStay>`,
        ),
      ).rooms[0]!.charges!.map(({ included, collectedBy }) => ({ included, collectedBy }));
    expect(collectors(tax('Exclusive'), tax('Exclusive'))).toEqual([
      { included: false, collectedBy: 'property' },
    ]);
    // What Booking.com takes and does not pass on may be taken with the price or shown with it only.
    expect(collectors(tax('Inclusive'), tax('Exclusive'))).toEqual([{ included: false, collectedBy: null }]);
    expect(collectors(tax('Inclusive'), tax('Inclusive'))).toEqual([{ included: true, collectedBy: null }]);
    expect(collectors(tax('Exclusive', 'Cleaning fee'), tax('Exclusive'))).toEqual([
      { included: false, collectedBy: null },
    ]);
    expect(collectors('', tax('Exclusive'))).toEqual([{ included: false, collectedBy: null }]);
  });

  test('a time span is used where nights are missing', () => {
    const body = NEW.replace(
      /<RoomRates>[\s\S]*<\/RoomRates>/,
      '<TimeSpan Start="2027-04-01" End="2027-04-04"/>',
    );
    expect(one(body).rooms[0]).toMatchObject({ nights: [], total: '241.00' });
    expect(String(one(body).rooms[0]!.checkout)).toBe('2027-04-04');
  });

  test('the same message has the same revision, other content another one', () => {
    expect(one(NEW).revision).toBe(
      one(NEW.replace(/TimeStamp="[^"]*"/, 'TimeStamp="2027-03-02T09:00:00Z"')).revision,
    );
    const again = (body: string) =>
      one(body.replace(/TimeStamp="[^"]*"/, 'TimeStamp="2027-03-02T09:00:00Z"')).revision;
    expect(one(MODIFIED)).toMatchObject({ revision: again(MODIFIED), digested: true });
    const dated = MODIFIED.replace(
      '<HotelResModify>',
      '<HotelResModify LastModifyDateTime="2027-03-02T08:30:00Z">',
    );
    expect(again(dated)).toBe(one(dated).revision);
    expect(String(one(dated).at)).toBe('2027-03-02T08:30:00Z');
    expect(again(CANCELLED)).toBe(one(CANCELLED).revision);
    // the card is sent once only: its absence is no change
    expect(one(NEW).revision).toBe(one(NEW.replace(/<Guarantee>[\s\S]*<\/Guarantee>/, '')).revision);
    const revisions = [NEW, MODIFIED, CANCELLED, MODIFIED.replaceAll('12050', '12051')].map(
      (body) => one(body).revision,
    );
    expect(new Set(revisions).size).toBe(4);
  });

  test.each([
    ['an empty body', ''],
    ['an empty list', '<OTA_HotelResNotifRQ Version="2.001"><HotelReservations/></OTA_HotelResNotifRQ>'],
    ['no list', '<OTA_HotelResModifyNotifRQ/>\n<!-- RUID: [x] -->'],
  ])('%s is an empty queue', (_what, body) => {
    expect(pulled(decode(body)).items).toEqual([]);
  });

  test.each([
    ['without a number', NEW.replace('ResID_Value="4000000001"', ''), /no number/],
    ['without dates', NEW.replaceAll(/ EffectiveDate="[^"]*"/g, ''), /4000000001: a night has no date/],
    ['without rooms', NEW.replace(ROOMS, ''), /names no room/],
    [
      'that is changed and has no list of rooms',
      MODIFIED.replace(ROOMS, '').replace('<HotelResModify>', '<HotelResModify ResStatus="Modify">'),
      /names no room/,
    ],
    [
      'of two years',
      NEW.replace('EffectiveDate="2027-04-02"', 'EffectiveDate="2029-04-02"'),
      /more than a year/,
    ],
    ['with a night twice', NEW.replace('EffectiveDate="2027-04-02"', 'EffectiveDate="2027-04-01"'), /twice/],
  ])('a reservation %s is reported as unreadable', (_what, body, reason) => {
    const { items, unreadable } = pulled(decode(body));
    expect(items).toEqual([]);
    expect(unreadable![0]).toMatch(reason);
  });

  test('a reservation of another property is left out', () => {
    const { items, unreadable } = pulled(decode(NEW.replace('HotelCode="1234567"', 'HotelCode="7654321"')));
    expect([items, unreadable]).toEqual([[], []]);
  });

  test('an unreadable one does not hold back the others', () => {
    const item = /<HotelReservation>[\s\S]*<\/HotelReservation>/.exec(NEW)![0];
    const broken = item.replaceAll('EffectiveDate', 'Effective');
    expect(pulled(decode(NEW.replace(item, broken + item)))).toMatchObject({
      items: [{ reference: '4000000001' }],
      unreadable: [expect.any(String)],
    });
  });

  test('errors are classified by their code', () => {
    const rs = (code: string) =>
      `<OTA_HotelResNotifRS><Errors><Error Code="${code}" ShortText="no"/></Errors></OTA_HotelResNotifRS>`;
    expect(['497', '448', '15'].map((code) => decode(rs(code)).kind)).toEqual(['auth', 'retry', 'refused']);
    expect(decode('', 401).kind).toBe('auth');
    expect(decode('', 500).kind).toBe('retry');
  });
});

describe('acknowledging', () => {
  const acknowledge = pull.acknowledge!;
  const requests = (body: string) =>
    acknowledge.requests(pulled(decode(body)).items, connection, NOW, () => [17]);
  const strip = (text: string) =>
    JSON.stringify(readXml(text.replace(/TimeStamp="[^"]*"/, '')).root).replaceAll(/\\n\s*/g, '');

  test('goes to the queue it came from, with every number it had', () => {
    const [created] = requests(NEW);
    expect(created!.url).toBe('https://secure-supply-xml.booking.com/hotels/ota/OTA_HotelResNotif');
    expect(strip(created!.body!)).toBe(strip(fixture('OTA_HotelResNotifRS-ack.xml')));
    for (const body of [MODIFIED, CANCELLED]) {
      const [changed] = requests(body.replace(' ResID_Type="14"', ''));
      expect(changed!.url).toMatch(/OTA_HotelResModifyNotif$/);
      expect(strip(changed!.body!)).toBe(strip(fixture('OTA_HotelResModifyNotifRS-ack.xml')));
    }
    const id = '<HotelReservationID ResID_Value="4000000001"';
    const [both] = requests(NEW.replace(id, `<HotelReservationID ResID_Value="77" ResID_Type="3"/>${id}`));
    expect(both!.body).toContain('<HotelReservationID ResID_Value="77" ResID_Type="3"/><HotelReservationID');
    expect(both!.items).toHaveLength(1);
    const twice = [one(MODIFIED), one(MODIFIED.replace('08:00:10', '08:00:30'))];
    expect(acknowledge.requests(twice, connection, NOW, () => [])).toMatchObject([{ items: [{}, {}] }]);
  });

  test.each([
    [200, fixture('OTA_HotelResNotifRS-ack.xml'), 'ok'],
    [200, fixture('OTA_HotelResModifyNotifRS-ack.xml'), 'ok'],
    [200, '', 'ok'],
    [200, fixture('OTA_HotelResNotifRS-nack.xml'), 'refused'],
    [400, '<fault code="400" string="transaction message of the wrong type"/>', 'refused'],
    [404, '', 'refused'],
    [401, '', 'auth'],
    [403, '', 'auth'],
    [500, '', 'retry'],
    [200, '<html/>', 'retry'],
  ])('status %s with %j is %s', (status, body, kind) => {
    expect(acknowledge.decode({ status, headers: {}, body }, requests(NEW)[0]!).kind).toBe(kind);
  });
});

describe('recovery in the Reservation Recovery programme', () => {
  const recovery = bookingCom.recovery!;
  const programme = { ...connection, settings: { ...connection.settings, reservation_recovery: true } };
  const requests = recovery.requests(programme, { ...state, since: NOW });
  const decodeList = (body: string, status = 200) =>
    recovery.decode({ status, headers: {}, body }, requests[0]!, programme);

  test('asks for the list of missed reservations, then for the summary, and never for last_change', () => {
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      '/reservations-flow-control/missed-reservations',
      '/hotels/xml/reservationssummary',
    ]);
  });

  test('each missed reservation of this property is read by its number in both queues, and waits to be acknowledged', () => {
    const listed = decodeList(
      `{"errors":[],"data":[{"checkin":"2027-04-01","hotel_id":001234567,"reservation_id":4000000001},
        {"hotel_id":"1234567","uri":"https://secure-supply-xml.booking.com?id=4000000002&hotel_id=1234567"},
        {"hotel_id":7654321,"reservation_id":4000000003},{"hotel_id":1234567},{"hotel_id":1234567,"reservation_id":"1&x=2"},null]}`,
    );
    if (listed.kind !== 'ok') throw new Error(listed.reason);
    const { next = [], ...rest } = listed.value;
    expect(rest).toEqual({ items: [] });
    expect(
      next.map(({ url }) => [new URL(url).pathname.split('/').at(-1), new URL(url).searchParams.get('id')]),
    ).toEqual([
      ['OTA_HotelResNotif', '4000000001'],
      ['OTA_HotelResModifyNotif', '4000000001'],
      ['OTA_HotelResNotif', '4000000002'],
      ['OTA_HotelResModifyNotif', '4000000002'],
    ]);
    const read = recovery.decode({ status: 200, headers: {}, body: NEW }, next[0]!, programme);
    if (read.kind !== 'ok') throw new Error(read.reason);
    expect(read.value.items).toMatchObject([{ reference: '4000000001', guest: { name: 'Ada Example' } }]);
    expect(read.value.unacknowledged).toEqual(read.value.items);
  });

  test('of more than fifty the rest is left to the summary', () => {
    const data = Array.from({ length: 51 }, (_, i) => ({
      hotel_id: 1234567,
      reservation_id: 4_000_000_000 + i,
    }));
    expect(decodeList(JSON.stringify({ data }))).toMatchObject({
      value: { partial: true, next: { length: 100 } },
    });
  });

  test.each([
    [200, '<html>maintenance</html>'],
    [200, '{"data":{}}'],
    [403, '{"errors":[{"message":"not activated"}]}'],
    [500, ''],
  ])('an answer of %i with %j is refused, so that the summary is read all the same', (status, body) => {
    expect(decodeList(body, status)).toMatchObject({ kind: 'refused' });
  });
});

describe('recovery after a gap', () => {
  const recovery = bookingCom.recovery!;

  test('a full answer of a queue is not asked for again: its filter has no pages', () => {
    const few = { ...connection, settings: { ...connection.settings, reservations_per_request: 10 } };
    const full = NEW.replace(/<HotelReservation>[\s\S]*<\/HotelReservation>/, (element) =>
      element.repeat(10),
    );
    const [request] = recovery.requests(few, { ...state, since: NOW });
    const response = { status: 200, headers: {}, body: full };
    expect(request!.url).toMatch(/&limit=10&last_change=/);
    expect(pull.decode(response, request!, few)).toMatchObject({ value: { more: true } });
    const listed = recovery.decode(response, request!, few);
    expect(listed).toMatchObject({ kind: 'ok', value: { items: { length: 10 } } });
    expect(listed).not.toHaveProperty('value.more');
  });
});
