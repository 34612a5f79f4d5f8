// Requests of a partner: current bookings, their versions, and none of another hotel.
import { expect, test } from 'vitest';
import type { Inbound } from '../../../src/channels/channel.ts';
import { openChannel } from '../../../src/channels/open_channel/index.ts';
import { NOW } from '../stale-nights.ts';
import { connection, fixture } from './connection.ts';

const { booking } = JSON.parse(fixture('new_booking-request'));

function post(body: unknown, headers: Record<string, string> = {}, path = '/new_booking'): Inbound {
  const request = {
    method: 'POST',
    base: 'https://pms.example/channels/key',
    path,
    query: {},
    headers: { 'api-key': 'a key that both know', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    now: NOW,
  };
  return openChannel.inbound!.decode(request, connection);
}

/** Reads a booking over a connection with further settings. */
function oneWith(settings: object, some: object) {
  const base = connection as { settings: object };
  const inbound = openChannel.inbound!.decode(
    {
      method: 'POST',
      base: 'https://pms.example/channels/key',
      path: '/new_booking',
      query: {},
      headers: { 'api-key': 'a key that both know' },
      body: JSON.stringify({ booking: { ...booking, ...some } }),
      now: NOW,
    },
    { ...connection, settings: { ...base.settings, ...settings } },
  );
  if (inbound.kind !== 'reservations') throw new Error(JSON.stringify(inbound));
  return inbound.reservations[0]!;
}

function one(some: object, headers: Record<string, string> = {}) {
  const inbound = post({ booking: { ...booking, ...some } }, headers);
  if (inbound.kind !== 'reservations') throw new Error(JSON.stringify(inbound));
  return inbound.reservations[0]!;
}

test('the sample is read whole', () => {
  const { revision, ...reservation } = one({});
  expect(revision).toMatch(/^[0-9a-f]{32}$/);
  expect(reservation).toEqual({
    reference: 'R-31',
    digested: true,
    at: null,
    soldBy: null,
    status: 'new',
    guest: {
      name: 'Ben Sample',
      email: 'ben@guest.example',
      phone: '+000000000031',
      language: 'de',
      country: 'DE',
      company: null,
      address: '2 Sample Way, 00000 Sampleburg',
    },
    currency: 'EUR',
    collectedBy: 'property',
    // the card is the guest's
    virtualCard: null,
    charges: [],
    rooms: [
      {
        key: '0',
        externalRoom: 'garden',
        externalRate: 'flex',
        checkin: Temporal.PlainDate.from('2027-05-03'),
        checkout: Temporal.PlainDate.from('2027-05-05'),
        total: null,
        nights: [
          { date: Temporal.PlainDate.from('2027-05-03'), price: '98.00' },
          { date: Temporal.PlainDate.from('2027-05-04'), price: '102.50' },
        ],
        guestName: 'Ben Sample',
        party: { adults: 2, children: [null] },
        guests: [{ name: 'Ben Sample', age: null }],
        charges: [
          {
            kind: 'fee',
            description: 'Towels',
            amount: '10.00',
            quantity: 2,
            included: false,
            collectedBy: 'property',
          },
        ],
      },
    ],
    notes: 'Arriving late\nTowels: 10.00 EUR, not included in the price, 2 persons, 2 nights',
    arrivalTime: '21:00',
    receipt: 'R-31',
    thread: null,
  });
});

test('a version is identified by its revision, else by its idempotency key, else by its content', () => {
  const [named, keyed] = [
    one({ revision: 7 }, { 'idempotency-key': 'k' }),
    one({}, { 'idempotency-key': 'k' }),
  ];
  expect([named, keyed].map(({ revision, digested }) => [revision, digested])).toEqual([
    ['7', undefined],
    ['k', undefined],
  ]);
  expect(one({}).revision).toBe(one({}).revision);
  expect(one({ notes: 'Arriving early' }).revision).not.toBe(one({}).revision);
  // the card is sent once only: its absence is no change
  expect(one({ guarantee: null }).revision).toBe(one({}).revision);
});

test('services are added to the days, or are in them, as the setting says', () => {
  const services = [
    { type: 'Meal', name: 'Breakfast', total_price: '20.00' },
    { type: 'Fee', name: 'Late fee', total_price: '15.00', excluded: true },
  ];
  const shown = (reservation: ReturnType<typeof one>) => ({
    total: reservation.rooms[0]!.total,
    charges: reservation.charges!.map(({ description, included, collectedBy }) => [
      description,
      included,
      collectedBy,
    ]),
    notes: reservation.notes,
  });
  const [days] = one({ services: [] }).rooms;
  const sum = days!.nights.reduce((total, { price }) => total + Number(price), 0);
  expect(shown(oneWith({}, { services }))).toEqual({
    total: (sum + 20).toFixed(2),
    charges: [
      ['Breakfast', true, null],
      ['Late fee', false, 'property'],
    ],
    notes: expect.stringContaining('Late fee: 15.00 EUR, not included in the price'),
  });
  const published = shown(oneWith({ services: 'in_price' }, { services }));
  expect(published).toMatchObject({
    total: (sum + 15).toFixed(2),
    charges: [
      ['Breakfast', true, null],
      ['Late fee', true, null],
    ],
  });
  expect(published.notes).toContain('Late fee: 15.00 EUR');
  expect(published.notes).not.toContain('not included');
});

test('the window and the balance of a virtual card are read, nothing of the card', () => {
  const meta = {
    virtual_card_currency_code: 'EUR',
    virtual_card_current_balance: 20_050,
    virtual_card_decimal_places: 2,
    virtual_card_effective_date: '2027-05-03',
    virtual_card_expiration_date: '2028-05-03',
  };
  const card = { card_number: '4111111111111111', cvv: '123', cardholder_name: 'Sample Agent' };
  const reservation = one({ guarantee: { ...card, meta } });
  expect(reservation.virtualCard).toEqual({
    activeFrom: '2027-05-03',
    activeUntil: '2028-05-03',
    amount: '200.50',
  });
  expect(JSON.stringify(reservation)).not.toMatch(/4111|Sample Agent|"123"/);
  // a guest's card
  expect(one({ guarantee: card }).virtualCard).toBeNull();
  expect(one({ guarantee: null }).virtualCard).toBeUndefined();
  const inDollars = one({ guarantee: { ...card, meta: { ...meta, virtual_card_currency_code: 'USD' } } });
  expect(inDollars.virtualCard).toMatchObject({ activeFrom: '2027-05-03', amount: null });
  expect(inDollars.notes).toContain('Virtual card: 200.50 USD');
  // another balance is a change of the booking
  const charged = one({ guarantee: { ...card, meta: { ...meta, virtual_card_current_balance: 0 } } });
  expect(charged.revision).not.toBe(reservation.revision);
});

test('a new booking without a number gets one: the same one when it is sent again, and it is in the answer', () => {
  const made = one({ reservation_id: null }).reference;
  expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(one({ reservation_id: null }).reference).toBe(made);
  expect(one({ reservation_id: null }, { 'idempotency-key': 'another' }).reference).not.toBe(made);
  const inbound = post({ booking: { ...booking, reservation_id: null } });
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  const [reservation] = inbound.reservations;
  const answer = inbound.answer([{ reservation: reservation!, reservationIds: [1001], conflict: null }]);
  expect(JSON.parse(answer.body)).toMatchObject({ reservation_id: made });
});

test('a booking that the partner passes on is shown under the OTA that sold it, if that one is known', () => {
  const soldBy = (ota_name: string | null) => one({ ota_name }).soldBy;
  expect([soldBy('Booking.com'), soldBy('BookingCom'), soldBy('BDC')]).toEqual(Array(3).fill('booking_com'));
  expect([soldBy('My OTA'), soldBy('OpenChannel'), soldBy(null)]).toEqual([null, null, null]);
});

test('rooms without an index have their places as keys, and the order says so', () => {
  const { index: _, ...unnumbered } = booking.rooms[0];
  const order = one({ rooms: [unnumbered, unnumbered] });
  expect([order.rooms.map(({ key }) => key), order.keysArePlaces]).toEqual([['0', '1'], true]);
  expect(one({}).keysArePlaces).toBeUndefined();
});

test('a cancellation needs no rooms', () => {
  expect(one({ status: 'cancelled', rooms: [] })).toMatchObject({ status: 'cancelled', rooms: [] });
});

test.each([
  ['for another hotel', { hotel_code: 'hotel-7' }, /hotel_code must be hotel-31/],
  ['that changes an order it does not name', { status: 'modified', reservation_id: ' ' }, /reservation_id/],
  ['in no known state', { status: 'maybe' }, /status must be/],
  ['without rooms', { rooms: [] }, /rooms is empty/],
  ['that leaves before it comes', { departure_date: '2027-05-03' }, /after arrival_date/],
  ['of two years', { departure_date: '2029-05-03' }, /366 nights at most/],
  ['with a room twice', { rooms: [booking.rooms[0], booking.rooms[0]] }, /same index/],
  ['with a night that costs nothing known', { rooms: [{ ...booking.rooms[0], days: [{}] }] }, /a price each/],
])('a booking %s is refused with a reason', (_what, some, reason) => {
  const inbound = post({ booking: { ...booking, ...some } });
  expect(inbound).toMatchObject({ kind: 'refused', answer: { status: 422 } });
  if (inbound.kind === 'refused') expect(JSON.parse(inbound.answer.body).message).toMatch(reason);
});

test('the answer names our numbers, and warns of a conflict', () => {
  const inbound = post({ booking });
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  const [reservation] = inbound.reservations;
  const answer = inbound.answer([
    { reservation: reservation!, reservationIds: [1001, 1002], conflict: 'The night is full.' },
  ]);
  expect(JSON.parse(answer.body)).toEqual({
    success: true,
    reservation_id: 'R-31',
    booking_id: '1001',
    booking_ids: ['1001', '1002'],
    revision: reservation!.revision,
    warning: 'The night is full.',
  });
});

test('other addresses are refused', () => {
  expect(post('{}', {}, '/bookings')).toMatchObject({ kind: 'refused', answer: { status: 404 } });
  expect(post('<x/>')).toMatchObject({ kind: 'refused', answer: { status: 400 } });
});
