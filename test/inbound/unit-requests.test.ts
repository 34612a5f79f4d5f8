// Requests to book a listing that is one unit of a room: accepted while nobody has this unit, whatever other units are free.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { propertyWithUnits } from '../harness/units.ts';
import { times } from '../pms/concurrent-requests.ts';
import { expectConsistent } from '../pms/invariants.ts';

const api = useApi({ poolSize: 16 });
api.clock = Temporal.Instant.from('2027-03-02T12:00:00Z');
const TODAY = Temporal.PlainDate.from('2027-03-02');
const SALE = JSON.parse(
  readFileSync(
    new URL('../channels/fixtures/airbnb/webhook-make-reservation-request.json', import.meta.url),
    'utf8',
  ),
);
const LISTINGS = ['80000001', '80000002', '80000003'];

let house: TestProperty & { units: number[] };
let address: string;
const path = () => `/properties/${house.hotelId}/channels/airbnb`;

beforeEach(async () => {
  house = await propertyWithUnits(api, ['1', '2', '3']);
  const answer = await api.operator('PUT', path(), {
    protocol: 'airbnb',
    url: 'https://airbnb.example',
    settings: { partner_access: true, alterations: 'accept', lowest_price_percent: 0 },
    credentials: { client_id: 'i', client_secret: 's', refresh_token: 'r' },
    rooms: LISTINGS.map((external_room, i) => ({
      room_id: house.room,
      unit_id: house.units[i],
      external_room,
    })),
  });
  expect(answer.status, answer.text).toBe(200);
  address = new URL(answer.body.inbound_url).pathname;
});

type Wanted = { listing?: number; from?: string; nights?: number; code?: string };
let codes = 0;

const bodyOf = ({ listing = 0, from = '2027-04-20', nights = 3, code }: Wanted) => {
  codes += 1;
  return {
    ...SALE,
    confirmation_code: code ?? `HM${codes}`,
    listing_id: Number(LISTINGS[listing]),
    listing_id_str: LISTINGS[listing],
    start_date: from,
    nights,
    number_of_guests: 2,
    guest_details: { ...SALE.guest_details, number_of_adults: 2, number_of_children: 0 },
  };
};
const sells = async (wanted: Wanted = {}) => (await api.post(address, bodyOf(wanted))).body.succeed;
const asks = async ({ listing = 0, from = '2027-04-20', nights = 3 }: Wanted = {}) => {
  const query = `action=check_availability&listing_id=${LISTINGS[listing]}&start_date=${from}&nights=${nights}`;
  return (await api.get(`${address}?${query}`)).body.available;
};
const alters = async (wanted: Wanted) =>
  (await api.request('PUT', `${address}/${wanted.code}`, { body: bodyOf(wanted) })).body.succeed;
const book = (checkin: string, checkout: string, more: object = {}) =>
  api.post(`/api/bookings/${house.token}`, {
    room_id: house.room,
    name: 'Ada',
    checkin,
    checkout,
    price: 1,
    ...more,
  });
const bookings = async () => (await api.get(`/api/bookings/${house.token}`)).body;
const consistent = () => expectConsistent(api.db, house.hotelId, TODAY);

test('the question and the sale have one answer: that of the unit, then that of the room', async () => {
  expect([await asks(), await asks({ listing: 1 })]).toEqual([true, true]);
  await book('2027-04-22', '2027-04-23', { unit_id: house.units[0] });
  expect([await asks(), await sells()]).toEqual([false, false]);
  expect([await asks({ nights: 2 }), await sells({ nights: 2 })]).toEqual([true, true]);
  expect([await asks({ listing: 1 }), await sells({ listing: 1 })]).toEqual([true, true]);
  expect(await bookings()).toMatchObject([{ unit: '1' }, { unit: '2' }, { unit: '1' }]);
  // The third unit is free, and a stay without a unit takes what is left of the room.
  await book('2027-04-20', '2027-04-21');
  expect([await asks({ listing: 2 }), await sells({ listing: 2 })]).toEqual([false, false]);
  await consistent();
});

test('a refusal says in the log who has the unit, and leaves nothing behind', async () => {
  const { body: other } = await book('2027-04-22', '2027-04-23', { unit_id: house.units[0] });
  const before = await api.db.query('select last_seq from log_heads where hotel_id = $1', [house.hotelId]);
  expect(await sells()).toBe(false);
  expect(await api.db.query('select last_seq from log_heads where hotel_id = $1', [house.hotelId])).toEqual(
    before,
  );
  expect(await bookings()).toHaveLength(1);
  const { body: log } = await api.get(`/api/logs/${house.token}?kind=sync`);
  expect(log[0].error).toContain(`${other.order_id}`);
  expect(log[0].error).toContain('2027-04-22');
  await consistent();
});

test('a unit out of order, an archived one and a closed one are not available', async () => {
  const closed = await api.post(`/api/closures/${house.token}`, {
    unit_id: house.units[0],
    kind: 'out_of_order',
    fromdate: '2027-04-21',
    todate: '2027-04-21',
  });
  expect([await asks(), await sells()]).toEqual([false, false]);
  await api.delete(`/api/closures/${house.token}?closure_id=${closed.body.closure_id}`);
  expect([await asks(), await sells()]).toEqual([true, true]);
  expect((await api.delete(`/api/units/${house.token}?unit_id=${house.units[2]}`)).status).toBe(200);
  expect([await asks({ listing: 2 }), await sells({ listing: 2 })]).toEqual([false, false]);
  await consistent();
});

test('an alteration is accepted in the nights in which the unit is free, and in those of the stay itself', async () => {
  expect(await sells({ code: 'HMALTER', nights: 2 })).toBe(true);
  await book('2027-04-24', '2027-04-26', { unit_id: house.units[0] });
  const alter = (from: string, nights: number, listing = 0) =>
    alters({ code: 'HMALTER', from, nights, listing });
  expect(await alter('2027-04-21', 3)).toBe(true);
  expect(await alter('2027-04-21', 4)).toBe(false);
  // To the listing of another unit, which is free; then not any more.
  expect(await alter('2027-04-21', 4, 1)).toBe(true);
  await book('2027-04-23', '2027-04-24', { unit_id: house.units[1] });
  expect(await alter('2027-04-21', 4, 1)).toBe(false);
  // Nothing of it was stored.
  expect(await bookings()).toMatchObject([
    { unit: '1', checkin: expect.stringMatching(/^2027-04-20/) },
    {},
    {},
  ]);
  await consistent();
});

test('an alteration of a stay that people moved asks for the unit that it has now', async () => {
  expect(await sells({ code: 'HMMOVED', nights: 2 })).toBe(true);
  const [stay] = await bookings();
  await api.request('PATCH', `/api/bookings/${house.token}?order_id=${stay.order_id}`, {
    body: { unit_id: house.units[2] },
  });
  await book('2027-04-20', '2027-04-30', { unit_id: house.units[0] });
  expect(await alters({ code: 'HMMOVED', from: '2027-04-20', nights: 4 })).toBe(true);
  await book('2027-04-23', '2027-04-25', { unit_id: house.units[2] });
  expect(await alters({ code: 'HMMOVED', from: '2027-04-20', nights: 4 })).toBe(false);
  await consistent();
});

test('of two hundred sales of one listing at once, while people take and move units, each unit has one holder', async () => {
  const answers = await Promise.all(
    times(200, (i) =>
      i % 5 === 4
        ? book('2027-04-21', '2027-04-23', { unit_id: house.units[i % 3] }).then(() => null)
        : sells({ listing: i % 2 }),
    ),
  );
  const sold = answers.filter((answer) => answer === true).length;
  const held = (await bookings()).filter(({ status }: any) => status === 'confirmed');
  expect(held.length).toBeLessThanOrEqual(3);
  expect(held.filter(({ referral_order_id }: any) => referral_order_id !== null)).toHaveLength(sold);
  expect(new Set(held.map(({ unit }: any) => unit)).size).toBe(held.length);
  expect(answers).not.toContain(undefined);
  await consistent();
});
