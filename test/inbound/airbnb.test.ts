// Requests of Airbnb, in the forms that documents and code of its partners show: long ids, payouts, guest
// counts, requests that are not accepted yet.
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { connectInbound } from './connections.ts';

const api = useApi();
/** Newer listings and conversations have ids that a double cannot hold. */
const LISTING = '899505284344192752';
const OTHER_LISTING = '899505284344192753';
const THREAD = '1728797143000000019';
let property: TestProperty;
let address: string;

const fixture = (name: string) =>
  readFileSync(new URL(`../channels/fixtures/airbnb/${name}.json`, import.meta.url), 'utf8');

beforeAll(() => {
  api.clock = Temporal.Instant.from('2027-03-02T12:00:00Z');
});

beforeEach(async () => {
  const room = { units: 1, capacity: 3, price: 120 };
  property = await api.property({ currency: 'EUR', rooms: [room, room] });
  address = await connectInbound(api, property, 'airbnb', { rooms: [LISTING, OTHER_LISTING] });
});

/**
 * The sample with ids of today's length, written as numbers, and without their text members where `texts` is
 * false.
 */
function sample(name: string, texts = true): string {
  const long = fixture(name)
    .replaceAll('80000001', LISTING)
    .replaceAll(/\b70000001\b/g, THREAD);
  return texts ? long : long.replaceAll(/ *"\w+_str": "\d+",?\s*/g, '');
}

const post = async (raw: string, path = '') => {
  const answer = await api.request('POST', address + path, {
    raw,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const list = async (what: string) => (await api.get(`/api/${what}/${property.token}`)).body;
/** A notification of the sample's reservation with these members. */
const notification = (action: string, members: object) => {
  const { reservation } = JSON.parse(fixture('webhook-notification-reservation'));
  const { listing_id: _, thread_id: __, ...rest } = reservation;
  const named = { ...rest, listing_id_str: LISTING, thread_id_str: THREAD, ...members };
  return post(JSON.stringify({ action, reservation: named }), '/notification');
};

test.each([
  true,
  false,
])('ids of 18 digits are read exactly, also where only the number is given', async (texts) => {
  expect(await post(sample('webhook-make-reservation-request', texts))).toMatchObject({ succeed: true });
  await post(sample('webhook-notification-reservation', texts), '/notification');
  await post(sample('webhook-notification-message_added', texts), '/notification');
  expect(await list('bookings')).toMatchObject([{ room_id: property.room, status: 'confirmed' }]);
  expect(await list('messages')).toMatchObject([{ message: 'Is parking available?' }]);
  const [stored] = await api.db.query(
    `select content ->> 'thread' as thread from channel_inbox where hotel_id = $1 and kind = 'message'`,
    [property.hotelId],
  );
  expect(stored).toEqual({ thread: THREAD });
});

test('the price is what the host will be paid, whatever has been paid so far', async () => {
  const paid = { listing_base_price_accurate: '240.00', total_paid_amount_accurate: '0.00' };
  await notification('reservation_acceptance_confirmation', paid);
  expect(await list('bookings')).toMatchObject([{ price: 282.8, currency: 'EUR' }]);
});

test('infants do not count against the capacity of a listing; the number of all guests is only used without details', async () => {
  const request = JSON.parse(
    sample('webhook-make-reservation-request', false).replaceAll(LISTING, `"${LISTING}"`),
  );
  const isAccepted = async (guest_details: object, number_of_guests: unknown) =>
    (
      await api.request('POST', address, {
        raw: JSON.stringify({ ...request, guest_details, number_of_guests }),
        headers: { 'content-type': 'application/json' },
      })
    ).body.succeed;
  expect(await isAccepted({ number_of_adults: 3, number_of_children: 1, number_of_infants: 0 }, null)).toBe(
    false,
  );
  expect(await isAccepted({}, 4)).toBe(false);
  expect(
    await isAccepted({ number_of_adults: '2', number_of_children: '1', number_of_infants: '1' }, 4),
  ).toBe(true);
  expect(await list('bookings')).toMatchObject([{ adults: 2, children: [null, null] }]);
});

test('an announced request to alter a reservation is accepted and changes nothing', async () => {
  await notification('reservation_acceptance_confirmation', {});
  const [before] = await list('bookings');
  const input = { action: 'reservation_alteration_requested', reservation_alteration: { status: 'PENDING' } };
  expect(await post(JSON.stringify(input), '/notification')).toEqual({ succeed: true });
  expect(await list('bookings')).toEqual([before]);
});

test('an acceptance that is repeated late does not bring a cancelled reservation back', async () => {
  const at = (time: string) => ({ updated_at: `2027-03-02T${time}+00:00` });
  await notification('reservation_acceptance_confirmation', at('10:00:00'));
  await notification('reservation_cancellation_confirmation', {
    ...at('11:00:00'),
    status_type: 'cancelled_by_guest',
  });
  await notification('reservation_acceptance_confirmation', at('10:00:00'));
  await api.db.query(`update connections set requested_pulls = '{}' where hotel_id = $1`, [property.hotelId]);
  await notification('reservation_acceptance_confirmation', {});
  expect(await list('bookings')).toMatchObject([{ status: 'cancelled' }]);
  const [connection] = await api.db.query(`select requested_pulls from connections where hotel_id = $1`, [
    property.hotelId,
  ]);
  expect(connection, 'the lists are read to see which is true').toEqual({
    requested_pulls: ['reservations'],
  });
});

test('two alterations in the same second are two versions', async () => {
  const alter = (end_date: string) =>
    notification('reservation_alteration_confirmation', {
      end_date,
      updated_at: '2027-03-02T10:00:00+00:00',
    });
  for (const end of ['2027-04-24', '2027-04-26', '2027-04-24']) {
    await alter(end);
    expect(await list('bookings')).toMatchObject([{ checkout: expect.stringContaining(end) }]);
  }
});

test('a reservation that is altered and altered back without dates of change, and the lists are read', async () => {
  const alter = (end_date: string) =>
    notification('reservation_alteration_confirmation', { end_date, updated_at: null });
  const pulls = () =>
    api.db.query(`select requested_pulls from connections where hotel_id = $1`, [property.hotelId]);
  for (const end of ['2027-04-24', '2027-04-26', '2027-04-24']) {
    await api.db.query(`update connections set requested_pulls = '{}' where hotel_id = $1`, [
      property.hotelId,
    ]);
    await alter(end);
    expect(await list('bookings')).toMatchObject([{ checkout: expect.stringContaining(end) }]);
    expect(await pulls()).toEqual([{ requested_pulls: ['reservations'] }]);
  }
});

test('a price in another currency than the request’s is stored in that currency, in the ledger too', async () => {
  await post(sample('webhook-make-reservation-request'));
  expect(await list('bookings')).toMatchObject([{ price: 240, currency: 'EUR' }]);
  await notification('reservation_acceptance_confirmation', {
    host_currency: 'JPY',
    expected_payout_amount_accurate: '38000',
  });
  expect(await list('bookings')).toMatchObject([{ price: 38_000, currency: 'JPY' }]);
  expect(await list('accounting')).toMatchObject([
    { amount: 240, currency: 'EUR', type: 'income' },
    { amount: -240, currency: 'EUR', type: 'reversal' },
    { amount: 38_000, currency: 'JPY', type: 'income' },
  ]);
  // A price without a currency is in the booking's currency.
  await notification('reservation_alteration_confirmation', {
    host_currency: null,
    expected_payout_amount_accurate: '40000',
    end_date: '2027-04-23',
  });
  expect(await list('bookings')).toMatchObject([{ price: 40_000, currency: 'JPY' }]);
  const events = (await api.get(`/api/events/${property.token}?kinds=booking.modified`)).body;
  expect(events[0].data).toMatchObject({ price: 38_000, currency: 'JPY' });
  expect(events[0].data.before).toMatchObject({ price: 240, currency: 'EUR' });
});

test('a reservation that is altered to another listing of the host moves there', async () => {
  await notification('reservation_acceptance_confirmation', {});
  await notification('reservation_alteration_confirmation', {
    listing_id_str: OTHER_LISTING,
    updated_at: '2027-03-02T11:00:00Z',
  });
  const moved = { room_id: property.rooms[1], status: 'confirmed', price: 282.8 };
  expect(await list('bookings')).toMatchObject([moved]);
});
