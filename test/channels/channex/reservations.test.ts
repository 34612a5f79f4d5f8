// Reservations over Channex: every revision is read completely, without the card, and acknowledged by its id.
import { expect, test } from 'vitest';
import type { Pulled } from '../../../src/channels/channel.ts';
import { channelName } from '../../../src/channels/channel-names.ts';
import { channex } from '../../../src/channels/channex/index.ts';
import { CHANNEL_NAME } from '../../../src/model/channel.ts';
import type { ChannelReservation } from '../../../src/model/channel-records.ts';
import { NOW } from '../stale-nights.ts';
import { answer, connection, fixture, PROPERTY } from './connection.ts';

const { requests, decode, acknowledge } = channex.reservations!;
const [request] = requests(connection, { cursor: null, now: NOW });
const feed = JSON.parse(fixture('booking_revisions-feed-response'));

test('the feed is requested for this property, the oldest first', () => {
  const { pathname, searchParams } = new URL(request!.url);
  expect(pathname).toBe('/api/v1/booking_revisions/feed');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    'filter[property_id]': PROPERTY,
    'order[inserted_at]': 'asc',
    'pagination[limit]': '100',
  });
});

test('the documented revision is read completely', () => {
  expect(pulled(feed)).toEqual({
    items: [
      {
        reference: 'booking_com/4000000001',
        shownReference: '4000000001',
        revision: '00000000-0000-4000-8000-0000000000d1',
        at: Temporal.Instant.from('2027-03-02T10:03:29.335485Z'),
        soldBy: 'booking_com',
        status: 'new',
        guest: {
          name: 'Ada Example',
          email: 'ada@guest.example',
          phone: '+000000000000',
          language: 'en',
          country: 'NL',
          company: null,
          address: null,
        },
        currency: 'EUR',
        rooms: [
          {
            key: 'ota-49',
            externalRoom: '00000000-0000-4000-8000-00000000000c',
            externalRate: '00000000-0000-4000-8000-00000000000b',
            checkin: Temporal.PlainDate.from('2027-04-20'),
            checkout: Temporal.PlainDate.from('2027-04-22'),
            total: '241.00',
            nights: [
              { date: Temporal.PlainDate.from('2027-04-20'), price: '120.50' },
              { date: Temporal.PlainDate.from('2027-04-21'), price: '120.50' },
            ],
            guestName: null,
            party: { adults: 2, children: [] },
            notes: null,
            guests: [],
            meal: null,
            commission: null,
            charges: [],
          },
        ],
        notes: 'Late arrival',
        arrivalTime: '16:00',
        collectedBy: 'property',
        virtualCard: { activeFrom: null, activeUntil: '2031-11-30', amount: '6755.31' },
        commission: '36.15',
        charges: [],
        receipt: '00000000-0000-4000-8000-0000000000d1',
        thread: 'booking/00000000-0000-4000-8000-0000000000e1',
      },
    ],
  });
});

test('the same number at two OTAs is two orders', () => {
  const [one] = pulled(feed).items;
  const [other] = pulled(revision({ ota_name: 'Expedia', unique_id: 'EXP-4000000001' })).items;
  expect(other!.shownReference).toBe(one!.shownReference);
  expect(other!.reference).not.toBe(one!.reference);
});

test('rooms keep their keys from revision to revision, although Channex renumbers them', () => {
  const two = (status: string, booking_room_ids: string[]) =>
    pulled(
      revision({
        status,
        rooms: booking_room_ids.map((booking_room_id, i) => ({
          ...room(),
          booking_room_id,
          ota_unique_id: `4${i}`,
        })),
      }),
    ).items[0]!;
  for (const read of [two('new', ['a', 'b']), two('modified', ['c', 'd'])]) {
    expect(read.rooms.map(({ key }) => key)).toEqual(['ota-40', 'ota-41']);
    expect(read.keysArePlaces).toBeUndefined();
  }
});

test('rooms that the OTA does not number have their places as keys, and say so', () => {
  const unnumbered = { ...room(), ota_unique_id: null };
  const numbered = { ...room(), ota_unique_id: '40' };
  for (const rooms of [
    [unnumbered, unnumbered],
    [numbered, numbered],
    [numbered, unnumbered],
  ]) {
    const read = pulled(revision({ rooms })).items[0]!;
    expect(read.rooms.map(({ key }) => key)).toEqual(['room-1', 'room-2']);
    expect(read.keysArePlaces).toBe(true);
  }
});

test('the fee of a cancellation is a charge of it, and no part of a price', () => {
  const fee = {
    name: 'Cancellation Fee',
    type: 'Cancellation Fee',
    nights: 0,
    persons: 0,
    price_mode: 'Per stay',
    price_per_unit: '76.50',
    total_price: '76.50',
    service_rph: null,
  };
  const [read] = pulled(revision({ status: 'cancelled', amount: '76.50', services: [fee] })).items;
  expect(read!.charges).toEqual([
    {
      kind: 'fee',
      description: 'Cancellation Fee',
      amount: '76.50',
      quantity: 1,
      included: false,
      collectedBy: null,
      ofCancellation: true,
    },
  ]);
});

test('a tax that the OTA has collected is in the notes, and no charge', () => {
  const withheld = {
    is_inclusive: false,
    is_withheld: true,
    name: 'CITY_TAX (Withheld Tax) (7.20%)',
    total_price: '23.04',
    type: 'City Tax',
  };
  const plain = pulled(revision({ rooms: [room()] })).items[0]!.rooms[0]!;
  const [read] = pulled(revision({ rooms: [{ ...room(), collected_taxes: [withheld, {}, null] }] })).items;
  expect(read!.rooms[0]!.charges).toEqual(plain.charges);
  expect(read!.rooms[0]!.notes?.split('\n')).toContain(
    'Collected by the channel: CITY_TAX (Withheld Tax) (7.20%): 23.04 EUR',
  );
});

test('a room that is cancelled alone leaves the order, and the others keep their keys', () => {
  const rooms = [
    { ...room(), is_cancelled: true },
    { ...room(), is_cancelled: false },
  ];
  const [read] = pulled(revision({ status: 'modified', rooms })).items;
  expect([read!.status, read!.rooms.map(({ key }) => key)]).toEqual(['modified', ['room-2']]);
  const all = rooms.map((one) => ({ ...one, is_cancelled: true }));
  expect(pulled(revision({ status: 'modified', rooms: all })).items).toMatchObject([
    { status: 'cancelled', rooms: [] },
  ]);
});

test('an unmapped room stays an unmapped room', () => {
  const { items } = pulled(revision({ rooms: [{ ...room(), room_type_id: null, rate_plan_id: null }] }));
  expect(items[0]!.rooms[0]).toMatchObject({ externalRoom: null, externalRate: null, total: '241.00' });
});

test('a derived rate plan is read as the mapped one', () => {
  const { items } = pulled(revision({ rooms: [{ ...room(), meta: { parent_rate_plan_id: 'parent' } }] }));
  expect(items[0]!.rooms[0]!.externalRate).toBe('parent');
});

test('a cancellation without rooms is still one; a booking without rooms is unreadable', () => {
  expect(pulled(revision({ status: 'cancelled', rooms: [] })).items).toMatchObject([
    { status: 'cancelled', rooms: [] },
  ]);
  // Also when nothing else is listed: it must not hold back the list of bookings.
  expect(pulled(revision({ rooms: [] }))).toEqual({
    items: [],
    unreadable: [expect.stringContaining('no room')],
  });
});

test('an unreadable revision does not hold back others, is reported, and stays unacknowledged', () => {
  const broken = {
    type: 'booking_revision',
    id: 'broken',
    attributes: { property_id: PROPERTY, status: 'maybe' },
  };
  const read = pulled({ ...feed, data: [broken, ...feed.data], meta: { total: 2 } });
  expect(read.items).toHaveLength(1);
  expect(read.unreadable).toEqual([expect.stringContaining('broken')]);
});

test('revisions of other properties are ignored', () => {
  expect(pulled(revision({ property_id: 'another' })).items).toEqual([]);
});

test('`more` is set when further revisions wait', () => {
  expect(pulled({ ...feed, meta: { total: 140, page: 1, limit: 100 } }).more).toBe(true);
  expect(pulled(feed).more).toBeUndefined();
});

test('each revision is acknowledged by itself', () => {
  const items = pulled(feed).items;
  expect(acknowledge!.requests(items, connection, NOW, () => [])).toMatchObject([
    {
      method: 'POST',
      url: 'http://channel.test/api/v1/booking_revisions/00000000-0000-4000-8000-0000000000d1/ack',
      items,
    },
  ]);
  const [ack] = acknowledge!.requests(items, connection, NOW, () => []);
  expect(acknowledge!.decode(answer({ meta: { message: 'Success' } }), ack!)).toEqual({
    kind: 'ok',
    value: null,
  });
  expect(
    acknowledge!.decode(answer({ errors: { code: 'not_found', title: 'Not Found' } }, 404), ack!).kind,
  ).toBe('refused');
  expect(acknowledge!.decode(answer('<html>', 200), ack!).kind).toBe('retry');
  expect(acknowledge!.decode(answer('', 503), ack!).kind).toBe('retry');
});

test.each([
  ['Booking.com', 'BDC-1', 'booking_com'],
  ['BookingCom', 'BDC-1', 'booking_com'],
  ['AirBNB', 'ABB-1', 'airbnb'],
  ['Airbnb', null, 'airbnb'],
  ['Expedia', 'EXP-1', 'expedia'],
  ['A Brand Of Expedia', 'EXP-1', 'expedia'],
  ['VRBO', 'VRB-1', 'vrbo'],
  ['Agoda', 'AGO-1', 'agoda'],
  ['HOSTELWORLD', 'HWL-1', 'hostelworld'],
  ['HotelTonight', 'HTN-1', 'hotel_tonight'],
  ['Mr & Mrs Smith', 'MMS-1', 'mr_mrs_smith'],
  ['Réserva – Süd', 'RSV-1', 'reserva_sud'],
  ['1HotelRez', 'OHR-1', 'ota_1hotel_rez'],
  ['Offline', 'OFF-1', 'offline'],
  ['Direct', null, 'ota_direct'],
  ['途牛', 'TNU-1', 'ota_tnu'],
  [`${'Long '.repeat(20)}Name`, null, 'long_long_long_long_long_long_long_long'],
  [null, 'BDC-1', 'booking_com'],
  [null, null, null],
  ['途牛', null, null],
])('sold by %s (%s) is %s here', (name, uniqueId, expected) => {
  expect(channelName(name, uniqueId)).toBe(expected);
  if (expected !== null) expect(expected).toMatch(CHANNEL_NAME);
});

function pulled(body: unknown): Pulled<ChannelReservation> {
  const verdict = decode(answer(body), request!, connection);
  if (verdict.kind !== 'ok') throw new Error(verdict.reason);
  return verdict.value;
}

function revision(some: object) {
  const [item] = feed.data;
  return { ...feed, data: [{ ...item, attributes: { ...item.attributes, ...some } }] };
}

function room() {
  return feed.data[0].attributes.rooms[0];
}
